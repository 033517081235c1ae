import { plainArray } from '../db/connections/plain-array.ts';
import type { TransactionScope } from '../db/scope.ts';

/**
 * Deletes what names these executions without referring to their rows: changes, events, their deliveries to webhooks,
 * answers to their uploads.
 */
export async function deleteMentions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  for (const condition of [
    'execution_changes WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
    `outbox WHERE organization_id = $1 AND data ->> 'executionId' = ANY ($2::text[])`,
    'webhook_deliveries WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
    `idempotency_keys WHERE organization_id = $1 AND answer ->> 'executionId' = ANY ($2::text[])`,
  ]) {
    await scope.query(`DELETE FROM ${condition}`, [scope.organizationId, plainArray(executionIds)]);
  }
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
    [scope.organizationId, plainArray(executionIds)],
  );
}
