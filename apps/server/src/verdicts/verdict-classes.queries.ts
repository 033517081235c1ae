import type { Classification } from '@svc/contract/executions/outcomes';
import { plainArray } from '../db/connections/plain-array.ts';
import type { Scope } from '../db/scope.ts';

/** The class of a failure. */
export interface VerdictClass {
  classification: Classification;
  /** 1 if a person said so. */
  confidence: number;
}

/**
 * The verdicts on these results by the newest classifier, by result id. What a person said since then replaces them.
 * Results without a verdict are missing. Reads the index verdicts_of_result.
 */
export async function classesOfResults(
  scope: Scope,
  resultIds: readonly string[],
): Promise<Map<string, VerdictClass>> {
  if (resultIds.length === 0) return new Map();
  const rows = await scope.query<VerdictClass & { resultId: string }>(
    `SELECT newest.result_id AS "resultId",
            coalesce(said.classification, newest.classification) AS classification,
            CASE WHEN said.classification IS NULL THEN newest.confidence ELSE 1 END AS confidence
     FROM (
       SELECT DISTINCT ON (result_id) result_id, analysis_id, fingerprint_id, classification, confidence
       FROM verdicts
       WHERE organization_id = $1 AND result_id = ANY ($2::uuid[])
       ORDER BY result_id, classifier DESC
     ) AS newest
     LEFT JOIN LATERAL (${SAID_SINCE}) AS said ON true`,
    [scope.organizationId, plainArray(resultIds)],
  );
  return new Map(rows.map(({ resultId, ...verdict }) => [resultId, verdict]));
}

// Of the table `newest` with an analysis and a fingerprint.
const SAID_SINCE = `
       SELECT verdict_feedback.classification
       FROM analyses
       JOIN verdict_feedback ON verdict_feedback.organization_id = $1
                            AND verdict_feedback.fingerprint_id = newest.fingerprint_id
                            AND verdict_feedback.project_id = analyses.project_id
                            AND verdict_feedback.at >= analyses.analyzed_at
       WHERE analyses.organization_id = $1 AND analyses.id = newest.analysis_id
       ORDER BY verdict_feedback.id DESC
       LIMIT 1`;

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

/**
 * The most severe class of each fingerprint in these executions, by `executionFingerprintKey`, and the class of each
 * execution, by its id. What a person said since then replaces them. Those without a verdict are missing.
 */
export async function classesInExecutions(
  scope: Scope,
  executionIds: readonly string[],
): Promise<Map<string, Classification>> {
  if (executionIds.length === 0) return new Map();
  const rows = await scope.query<{
    executionId: string;
    fingerprintId: string | null;
    classification: Classification;
  }>(
    `WITH newest_analyses AS (
       SELECT DISTINCT ON (execution_id) id, execution_id, classification
       FROM analyses
       WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
       ORDER BY execution_id, classifier DESC
     ), newest AS (
       SELECT DISTINCT ON (newest_analyses.execution_id, verdict_fingerprints.fingerprint_id)
              newest_analyses.execution_id,
              newest_analyses.id AS analysis_id,
              verdict_fingerprints.fingerprint_id,
              verdict_fingerprints.classification
       FROM newest_analyses
       JOIN verdict_fingerprints ON verdict_fingerprints.organization_id = $1
                         AND verdict_fingerprints.analysis_id = newest_analyses.id
       ORDER BY newest_analyses.execution_id, verdict_fingerprints.fingerprint_id,
                array_position(ARRAY['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE']::classification[],
                               verdict_fingerprints.classification)
     )
     SELECT newest.execution_id AS "executionId",
            replace(newest.fingerprint_id::text, '-', '') AS "fingerprintId",
            coalesce(said.classification, newest.classification) AS classification
     FROM newest
     LEFT JOIN LATERAL (${SAID_SINCE}) AS said ON true
     UNION ALL
     SELECT execution_id, NULL, classification FROM newest_analyses`,
    [scope.organizationId, plainArray(executionIds)],
  );
  return new Map(
    rows.map(({ executionId, fingerprintId, classification }) => [
      fingerprintId === null
        ? executionId
        : executionFingerprintKey({ executionId, fingerprint: fingerprintId }),
      classification,
    ]),
  );
}
