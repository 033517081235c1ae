import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';

/** Deletes the stored answers to uploads of these executions. */
export async function deleteAnswers(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `DELETE FROM idempotency_keys
     WHERE organization_id = $1 AND answer ->> 'executionId' = ANY ($2::text[])`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}

/**
 * Erases the texts of failures from the feedback on these executions. The feedback itself stays: later failures with the
 * same fingerprint follow it.
 */
export async function erasePatternsOfFeedback(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `UPDATE verdict_feedback
     SET pattern = ''
     FROM analyses
     WHERE analyses.organization_id = $1
       AND analyses.execution_id = ANY ($2::uuid[])
       AND verdict_feedback.organization_id = $1
       AND verdict_feedback.analysis_id = analyses.id`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}
