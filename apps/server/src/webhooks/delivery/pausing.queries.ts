import type { TransactionScope } from '../../db/scope.ts';

/** Fails what waits for its next attempt at a webhook that is off. The error says why. */
export async function failPendingDeliveries(
  scope: TransactionScope,
  { webhookId, error }: { webhookId: string; error: string },
): Promise<void> {
  await scope.query(
    `UPDATE webhook_deliveries
     SET status = 'failed', due_at = NULL, error = $3
     WHERE organization_id = $1 AND webhook_id = $2 AND due_at IS NOT NULL`,
    [scope.organizationId, webhookId, error],
  );
}
