import {
  deriveLabelFields,
  SURE_FROM,
  type LabelFields,
} from '@svc/analysis/verdicts/verdict-label';
import type { Classification } from '@svc/contract/executions/outcomes';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

export interface VerdictClass {
  label: LabelFields;
  /** 1 if a person gave it. */
  confidence: number;
  /** Whether a person gave it after the analysis; null if none did. `trusted`: one who may quarantine, too. */
  correctedBy: 'trusted' | 'other' | null;
}

/**
 * The verdicts on these results, by result id. The class that a person gave since then replaces them. Results without a verdict are missing. Reads the index verdicts_of_result.
 */
export async function readResultClasses(
  scope: Scope,
  resultIds: readonly string[],
): Promise<Map<string, VerdictClass>> {
  if (resultIds.length === 0) return new Map();
  const rows = await scope.query<
    Omit<VerdictClass, 'label'> & VerdictColumns & { resultId: string }
  >(
    `SELECT verdicts.result_id AS "resultId",
            verdicts.runner_up AS "runnerUp",
            verdicts.runner_up_confidence AS "runnerUpConfidence",
            coalesce(corrected.classification, verdicts.classification) AS classification,
            CASE WHEN corrected.classification IS NULL THEN verdicts.confidence ELSE 1 END AS confidence,
            CASE corrected.may_quarantine WHEN true THEN 'trusted' WHEN false THEN 'other' END AS "correctedBy"
     FROM verdicts
     LEFT JOIN LATERAL (${correctedSince('verdicts')}) AS corrected ON true
     WHERE verdicts.organization_id = $1 AND verdicts.result_id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(resultIds)],
  );
  return new Map(
    rows.map(({ resultId, confidence, correctedBy, ...verdict }) => [
      resultId,
      { label: deriveStoredLabel({ confidence, ...verdict }), confidence, correctedBy },
    ]),
  );
}

/** A verdict as it is stored. */
export interface VerdictColumns {
  classification: Classification;
  confidence: number;
  runnerUp: Classification;
  runnerUpConfidence: number;
}

export function deriveStoredLabel({
  runnerUp,
  runnerUpConfidence,
  ...verdict
}: VerdictColumns): LabelFields {
  return deriveLabelFields({
    ...verdict,
    runnerUp: { classification: runnerUp, confidence: runnerUpConfidence },
  });
}

/** SQL: whether a row with the column `confidence` is a sure verdict. @see isSure */
export const IS_SURE = `(confidence >= ${SURE_FROM})`;

/** Label of results that have no verdict or did not fail. */
export const NO_LABEL: LabelFields = { classification: null };

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
