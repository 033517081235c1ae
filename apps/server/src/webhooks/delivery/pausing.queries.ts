import type { PAUSE_REASONS } from '@svc/contract/webhooks/webhooks';
import type { Database } from '../../db/connections/database.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { workThroughOrganizations } from '../../db/work-through-organizations.ts';
import type { Webhook } from '../../db/models/webhook.ts';

/** The error of a delivery whose webhook was turned off before it arrived. */
export const TURNED_OFF = 'the webhook was turned off';

export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Turns a webhook off, unless it is off or was changed since the attempt `at`. Returns the webhook that it turned off. */
export async function storePause(
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

/** An update of more could take longer than a request may. */
export const ENDED_AT_ONCE = 20_000;

/**
 * Ends the deliveries that wait for an attempt, with this error; if there are more than `most`, only those that have
 * waited longest. `endWaitingDeliveries` ends the others if the webhook is off. The webhook's row must be locked or
 * turned off before in the same transaction. An attempt in progress is still recorded.
 */
export async function failPendingDeliveries(
  scope: TransactionScope,
  { webhookId, error, most = null }: { webhookId: string; error: string; most?: number | null },
): Promise<void> {
  await scope.query(
    `UPDATE webhook_deliveries
     SET status = 'failed', due_at = NULL, error = $3
     WHERE organization_id = $1
       -- Again, because another transaction may have recorded an answer in the meantime.
       AND due_at IS NOT NULL
       AND id IN (
         SELECT id
         FROM webhook_deliveries
         WHERE organization_id = $1 AND webhook_id = $2 AND due_at IS NOT NULL
         ORDER BY due_at
         LIMIT $4)`,
    [scope.organizationId, webhookId, error, most],
  );
}

/** Ends what still waits for webhooks that are off, in all organizations. Returns how many deliveries. */
export function endWaitingDeliveries(database: Database): Promise<number> {
  return workThroughOrganizations(database, {
    listOrganizations: () => listOrganizationsWithLeftDeliveries(database),
    atOnce: ENDED_AT_ONCE,
    work: endLeftDeliveries,
  });
}

const IS_LEFT = 'NOT webhooks.active AND webhook_deliveries.due_at IS NOT NULL';

async function listOrganizationsWithLeftDeliveries(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT DISTINCT webhooks.organization_id AS id
     FROM webhooks
     JOIN webhook_deliveries ON webhook_deliveries.organization_id = webhooks.organization_id
                            AND webhook_deliveries.webhook_id = webhooks.id
     WHERE ${IS_LEFT}`,
  );
  return rows.map((row) => row.id);
}

async function endLeftDeliveries(scope: TransactionScope, limit: number): Promise<number> {
  const [row] = await scope.query<{ ended: number }>(
    `WITH ended AS (
       UPDATE webhook_deliveries
       SET status = 'failed', due_at = NULL, error = $2
       WHERE organization_id = $1
         AND due_at IS NOT NULL
         AND id IN (
           SELECT webhook_deliveries.id
           FROM webhooks
           JOIN webhook_deliveries ON webhook_deliveries.organization_id = $1
                                  AND webhook_deliveries.webhook_id = webhooks.id
           WHERE webhooks.organization_id = $1 AND ${IS_LEFT}
           LIMIT $3)
       RETURNING 1
     )
     SELECT count(*)::integer AS ended FROM ended`,
    [scope.organizationId, TURNED_OFF, limit],
  );
  return row?.ended ?? 0;
}
