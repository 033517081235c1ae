import { LABELS_BY_SEVERITY, type LabelFields } from '@svc/analysis/verdicts/verdict-label';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import { buildFingerprintVerdictKey, readFingerprintLabels } from './fingerprint-labels.queries.ts';
import {
  correctedSince,
  deriveStoredLabel,
  IS_SURE,
  type VerdictColumns,
} from './verdict-classes.queries.ts';

/** The label of the failures with a fingerprint, or of an execution. */
export interface SharedLabel {
  label: LabelFields;
  /** The highest of the failures with this label; 1 if a person gave the class. */
  confidence: number;
  /** A person should look. False if a person gave the class. */
  needsHuman: boolean;
}

/** The key of a fingerprint (`fp2:…`, or its digits alone) in an execution in maps. */
export function buildExecutionFingerprintKey({
  executionId,
  fingerprint,
}: {
  executionId: string;
  fingerprint: string;
}): string {
  return `${executionId} ${fingerprint.slice(fingerprint.indexOf(':') + 1)}`;
}

/**
 * The most severe label of each fingerprint in these executions, by `buildExecutionFingerprintKey`, and the label of each
 * execution, by its id. The class that a person gave to a fingerprint since the analysis replaces its label; that of
 * the execution follows with the next analysis. Those without a verdict are missing. `fingerprintIds`: only these.
 */
export async function readExecutionLabels(
  scope: Scope,
  executionIds: readonly string[],
  fingerprintIds: readonly string[] | null = null,
): Promise<Map<string, SharedLabel>> {
  const analyses = await listExecutionAnalyses(scope, executionIds);
  const fingerprints = await listVerdictFingerprints(
    scope,
    analyses.map(({ id }) => id),
    fingerprintIds,
  );
  const labels = await readFingerprintLabels(scope, fingerprints);
  const executionOf = new Map(analyses.map(({ id, executionId }) => [id, executionId]));
  return new Map([
    ...fingerprints.flatMap((one): [string, SharedLabel][] => {
      const executionId = executionOf.get(one.analysisId);
      const label = labels.get(buildFingerprintVerdictKey(one));
      if (executionId === undefined || label === undefined) return [];
      const key = buildExecutionFingerprintKey({ executionId, fingerprint: one.fingerprintId });
      return [[key, { label, confidence: one.confidence, needsHuman: one.needsHuman }]];
    }),
    ...analyses.map(({ id: _id, executionId, needsHuman, ...verdict }): [string, SharedLabel] => [
      executionId,
      { label: deriveStoredLabel(verdict), confidence: verdict.confidence, needsHuman },
    ]),
  ]);
}

interface ExecutionAnalysis extends VerdictColumns {
  id: string;
  executionId: string;
  needsHuman: boolean;
}

async function listExecutionAnalyses(
  scope: Scope,
  executionIds: readonly string[],
): Promise<ExecutionAnalysis[]> {
  if (executionIds.length === 0) return [];
  return scope.query<ExecutionAnalysis>(
    `SELECT id,
            execution_id AS "executionId",
            classification,
            confidence,
            runner_up AS "runnerUp",
            runner_up_confidence AS "runnerUpConfidence",
            needs_human AS "needsHuman"
     FROM analyses
     WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}

interface StoredFingerprint extends Pick<VerdictColumns, 'classification' | 'confidence'> {
  analysisId: string;
  /** Hex digits. */
  fingerprintId: string;
  needsHuman: boolean;
}

async function listVerdictFingerprints(
  scope: Scope,
  analysisIds: readonly string[],
  fingerprintIds: readonly string[] | null,
): Promise<StoredFingerprint[]> {
  if (analysisIds.length === 0) return [];
  return scope.query<StoredFingerprint>(
    `SELECT newest.analysis_id AS "analysisId",
            replace(newest.fingerprint_id::text, '-', '') AS "fingerprintId",
            coalesce(corrected.classification, newest.classification) AS classification,
            CASE WHEN corrected.classification IS NULL THEN newest.confidence ELSE 1 END AS confidence,
            newest.needs_human AND corrected.classification IS NULL AS "needsHuman"
     FROM (
       SELECT DISTINCT ON (analysis_id, fingerprint_id)
              analysis_id, fingerprint_id, classification, confidence, needs_human
       FROM verdict_fingerprints
       WHERE organization_id = $1
         AND analysis_id = ANY ($2::uuid[])
         AND ($4::uuid[] IS NULL OR fingerprint_id = ANY ($4))
       ORDER BY analysis_id, fingerprint_id,
                array_position($3::classification[],
                               CASE WHEN ${IS_SURE} THEN classification END)
     ) AS newest
     LEFT JOIN LATERAL (${correctedSince('newest')}) AS corrected ON true`,
    [
      scope.organizationId,
      toArrayLiteral(analysisIds),
      // The column has no class for an unsure verdict.
      LABELS_BY_SEVERITY.map((label) => (label === 'unsure' ? null : label)),
      fingerprintIds === null ? null : toArrayLiteral(fingerprintIds),
    ],
  );
}
