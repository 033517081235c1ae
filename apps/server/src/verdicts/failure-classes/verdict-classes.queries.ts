import type { Classification } from '@svc/contract/executions/outcomes';
import { plainArray } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/** The class of a failure. */
export interface VerdictClass {
  classification: Classification;
  /** 1 if a person gave it. */
  confidence: number;
  /** Whether a person gave it after the analysis; null if none did. `trusted`: one who may quarantine, too. */
  correctedBy: 'trusted' | 'other' | null;
}

/**
 * The verdicts on these results by the newest classifier, by result id. The class that a person gave since
 * then replaces them. Results without a verdict are missing. Reads the index verdicts_of_result.
 */
export async function classesOfResults(
  scope: Scope,
  resultIds: readonly string[],
): Promise<Map<string, VerdictClass>> {
  if (resultIds.length === 0) return new Map();
  const rows = await scope.query<VerdictClass & { resultId: string }>(
    `SELECT newest.result_id AS "resultId",
            coalesce(corrected.classification, newest.classification) AS classification,
            CASE WHEN corrected.classification IS NULL THEN newest.confidence ELSE 1 END AS confidence,
            CASE corrected.may_quarantine WHEN true THEN 'trusted' WHEN false THEN 'other' END AS "correctedBy"
     FROM (
       SELECT DISTINCT ON (result_id) result_id, analysis_id, fingerprint_id, classification, confidence
       FROM verdicts
       WHERE organization_id = $1 AND result_id = ANY ($2::uuid[])
       ORDER BY result_id, classifier DESC
     ) AS newest
     LEFT JOIN LATERAL (${correctedSince('newest')}) AS corrected ON true`,
    [scope.organizationId, plainArray(resultIds)],
  );
  return new Map(rows.map(({ resultId, ...verdict }) => [resultId, verdict]));
}

/**
 * The subquery of the newest class that people gave to a fingerprint after the analysis of it, in a statement whose $1
 * is the organization. `verdict` is a table with the columns analysis_id and fingerprint_id.
 */
export function correctedSince(verdict: string): string {
  return `
       SELECT verdict_feedback.classification, verdict_feedback.may_quarantine
       FROM analyses AS analysed
       JOIN verdict_feedback ON verdict_feedback.organization_id = $1
                            AND verdict_feedback.fingerprint_id = ${verdict}.fingerprint_id
                            AND verdict_feedback.project_id = analysed.project_id
                            AND (analysed.feedback_id IS NULL OR verdict_feedback.id > analysed.feedback_id)
       WHERE analysed.organization_id = $1 AND analysed.id = ${verdict}.analysis_id
       ORDER BY verdict_feedback.id DESC
       LIMIT 1`;
}

/** The key of a fingerprint (`fp2:…`, or its digits alone) in an execution in maps. */
export function executionFingerprintKey({
  executionId,
  fingerprint,
}: {
  executionId: string;
  fingerprint: string;
}): string {
  return `${executionId} ${fingerprint.slice(fingerprint.indexOf(':') + 1)}`;
}

/** The class of the failures with a fingerprint, or of an execution. */
export interface SharedClass {
  classification: Classification;
  /** The highest of the failures of that class; 1 if a person gave the class. */
  confidence: number;
  /** A person should look. False if a person gave the class. */
  needsHuman: boolean;
}

/**
 * The most severe class of each fingerprint in these executions, by `executionFingerprintKey`, and the class of each
 * execution, by its id. The class that a person gave to a fingerprint since the analysis replaces its class; that of
 * the execution follows with the next analysis. Those without a verdict are missing. `fingerprintIds`: only these.
 */
export async function classesInExecutions(
  scope: Scope,
  executionIds: readonly string[],
  fingerprintIds: readonly string[] | null = null,
): Promise<Map<string, SharedClass>> {
  if (executionIds.length === 0) return new Map();
  const rows = await scope.query<
    SharedClass & { executionId: string; fingerprintId: string | null }
  >(
    `WITH newest_analyses AS (
       SELECT DISTINCT ON (execution_id) id, execution_id, classification, confidence, needs_human
       FROM analyses
       WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
       ORDER BY execution_id, classifier DESC
     ), newest AS (
       SELECT DISTINCT ON (newest_analyses.execution_id, verdict_fingerprints.fingerprint_id)
              newest_analyses.execution_id,
              newest_analyses.id AS analysis_id,
              verdict_fingerprints.fingerprint_id,
              verdict_fingerprints.classification,
              verdict_fingerprints.confidence,
              verdict_fingerprints.needs_human
       FROM newest_analyses
       JOIN verdict_fingerprints ON verdict_fingerprints.organization_id = $1
                                AND verdict_fingerprints.analysis_id = newest_analyses.id
                                AND ($3::uuid[] IS NULL OR verdict_fingerprints.fingerprint_id = ANY ($3))
       ORDER BY newest_analyses.execution_id, verdict_fingerprints.fingerprint_id,
                array_position(ARRAY['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE']::classification[],
                               verdict_fingerprints.classification)
     )
     SELECT newest.execution_id AS "executionId",
            replace(newest.fingerprint_id::text, '-', '') AS "fingerprintId",
            coalesce(corrected.classification, newest.classification) AS classification,
            CASE WHEN corrected.classification IS NULL THEN newest.confidence ELSE 1 END AS confidence,
            newest.needs_human AND corrected.classification IS NULL AS "needsHuman"
     FROM newest
     LEFT JOIN LATERAL (${correctedSince('newest')}) AS corrected ON true
     UNION ALL
     SELECT execution_id, NULL, classification, confidence, needs_human FROM newest_analyses`,
    [
      scope.organizationId,
      plainArray(executionIds),
      fingerprintIds === null ? null : plainArray(fingerprintIds),
    ],
  );
  return new Map(
    rows.map(({ executionId, fingerprintId, ...shared }) => [
      fingerprintId === null
        ? executionId
        : executionFingerprintKey({ executionId, fingerprint: fingerprintId }),
      shared,
    ]),
  );
}
