import type { PAUSE_REASONS } from '@svc/contract/webhooks/webhooks';
import type { TransactionScope } from '../../db/scope.ts';
import type { Webhook } from '../../models/webhook.ts';

export type PauseReason = (typeof PAUSE_REASONS)[number];

/**
 * Turns a webhook off, unless it is off or somebody has changed it since the attempt `at`. Returns the webhook if it
 * was turned off.
 */
export async function turnOff(
  scope: TransactionScope,
  { id, reason, at }: { id: string; reason: PauseReason; at: Date },
): Promise<Pick<Webhook, 'shownUrl'> | null> {
  const [row] = await scope.query<Pick<Webhook, 'shownUrl'>>(
    `UPDATE webhooks
     SET active = false, pause_reason = $3, paused_at = $4, updated_at = $4
     WHERE organization_id = $1
       AND id = $2
       AND active
       AND updated_at <= $4
     RETURNING shown_url AS "shownUrl"`,
    [scope.organizationId, id, reason, at],
  );
  return row ?? null;
}

/**
 * Ends the deliveries that wait for an attempt, with this error. The webhook's row must be locked or turned off before
 * in the same transaction. An attempt that is out is still recorded.
 */
export async function failPendingDeliveries(
  scope: TransactionScope,
  { webhookId, error }: { webhookId: string; error: string },
): Promise<void> {
  await scope.query(
    `UPDATE webhook_deliveries
     SET status = 'failed', due_at = NULL, error = $3
     WHERE organization_id = $1
       AND webhook_id = $2
       AND due_at IS NOT NULL`,
    [scope.organizationId, webhookId, error],
  );
}
