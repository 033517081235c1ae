import { isSure, type LabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Classification } from '@svc/contract/executions/outcomes';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import { deriveStoredLabel, IS_SURE, type VerdictColumns } from './verdict-classes.queries.ts';

/** The class of a fingerprint in an analysis. */
interface FingerprintVerdict {
  analysisId: string;
  /** Hex digits. */
  fingerprintId: string;
  classification: Classification;
  confidence: number;
}

/** The labels of fingerprints, by `buildFingerprintVerdictKey`. Reads the second candidate of the unsure ones. */
export async function readFingerprintLabels(
  scope: Scope,
  verdicts: readonly FingerprintVerdict[],
): Promise<Map<string, LabelFields>> {
  const unsure = verdicts.filter(({ confidence }) => !isSure(confidence));
  const full = new Map(
    (await listUnsureVerdicts(scope, unsure)).map((one) => [buildFingerprintVerdictKey(one), one]),
  );
  return new Map(
    verdicts.map((one): [string, LabelFields] => {
      const key = buildFingerprintVerdictKey(one);
      const { classification, confidence } = one;
      if (isSure(confidence)) return [key, { classification }];
      const verdict = full.get(key);
      // Its analysis was deleted between the two queries.
      if (verdict === undefined) {
        return [key, { classification: null, candidates: [{ classification, confidence }] }];
      }
      return [key, deriveStoredLabel(verdict)];
    }),
  );
}

/** The key of a fingerprint of an analysis in maps. */
export function buildFingerprintVerdictKey({
  analysisId,
  fingerprintId,
}: Pick<FingerprintVerdict, 'analysisId' | 'fingerprintId'>): string {
  return `${analysisId} ${fingerprintId}`;
}

/** The first unsure verdict of each of these fingerprints. Reads all verdicts of their analyses, once. */
async function listUnsureVerdicts(
  scope: Scope,
  fingerprints: readonly FingerprintVerdict[],
): Promise<(VerdictColumns & Pick<FingerprintVerdict, 'analysisId' | 'fingerprintId'>)[]> {
  if (fingerprints.length === 0) return [];
  return scope.query(
    `SELECT DISTINCT ON (analysis_id, fingerprint_id)
            analysis_id AS "analysisId",
            replace(fingerprint_id::text, '-', '') AS "fingerprintId",
            classification,
            confidence,
            runner_up AS "runnerUp",
            runner_up_confidence AS "runnerUpConfidence"
     FROM verdicts
     WHERE organization_id = $1
       AND analysis_id = ANY ($2::uuid[])
       AND fingerprint_id = ANY ($3::uuid[])
       AND NOT ${IS_SURE}
     ORDER BY analysis_id, fingerprint_id, position`,
    [
      scope.organizationId,
      toArrayLiteral([...new Set(fingerprints.map(({ analysisId }) => analysisId))]),
      toArrayLiteral([...new Set(fingerprints.map(({ fingerprintId }) => fingerprintId))]),
    ],
  );
}
