import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { Webhook } from '../../db/models/webhook.ts';

/** A webhook without its sealed values, with how its deliveries go. */
export type ListedWebhook = Pick<
  Webhook,
  | 'id'
  | 'shownUrl'
  | 'format'
  | 'events'
  | 'description'
  | 'active'
  | 'pauseReason'
  | 'pausedAt'
  | 'previousSecretUntil'
  | 'project'
  | 'branch'
  | 'minSeverity'
  | 'createdAt'
  | 'createdBy'
  | 'updatedAt'
> & {
  hasSecret: boolean;
  consecutiveFailures: number;
  lastAttemptAt: Date | null;
  lastStatus: DeliveryStatus | null;
  lastResponseStatus: number | null;
};

const LISTED = `
  SELECT webhooks.id,
         shown_url AS "shownUrl",
         format,
         events,
         description,
         active,
         pause_reason AS "pauseReason",
         paused_at AS "pausedAt",
         previous_secret_until AS "previousSecretUntil",
         project,
         branch,
         min_severity AS "minSeverity",
         created_at AS "createdAt",
         created_by AS "createdBy",
         updated_at AS "updatedAt",
         sealed_secret IS NOT NULL AS "hasSecret",
         coalesce(consecutive_failures, 0) AS "consecutiveFailures",
         last_attempt_at AS "lastAttemptAt",
         last_status AS "lastStatus",
         last_response_status AS "lastResponseStatus"
  FROM webhooks
  LEFT JOIN webhook_health ON webhook_health.organization_id = $1
                          AND webhook_health.webhook_id = webhooks.id
  WHERE webhooks.organization_id = $1`;

/** The webhooks that are older than `before`, newest first: their ids increase. */
export function listWebhooks(
  scope: Scope,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedWebhook[]> {
  return scope.query<ListedWebhook>(
    `${LISTED} AND ($2::uuid IS NULL OR webhooks.id < $2) ORDER BY webhooks.id DESC LIMIT $3`,
    [scope.organizationId, before, limit],
  );
}

export async function findWebhook(scope: Scope, id: string): Promise<ListedWebhook | null> {
  const [row] = await scope.query<ListedWebhook>(`${LISTED} AND webhooks.id = $2`, [
    scope.organizationId,
    id,
  ]);
  return row ?? null;
}

/** Holds off other transactions that create webhooks of the organization, and counts those there are. */
export async function countWebhooksLocked(scope: TransactionScope): Promise<number> {
  await scope.query('SELECT 1 FROM organizations WHERE organization_id = $1 FOR NO KEY UPDATE', [
    scope.organizationId,
  ]);
  const [row] = await scope.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM webhooks WHERE organization_id = $1',
    [scope.organizationId],
  );
  return row?.count ?? 0;
}

/** Holds off other changes of the webhook until the transaction ends. */
export async function lockWebhook(scope: TransactionScope, id: string): Promise<void> {
  await scope.query(
    'SELECT 1 FROM webhooks WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [scope.organizationId, id],
  );
}

/** Forgets the failures, so that the next event is sent at once. The newest attempt stays. */
export async function resetHealth(scope: TransactionScope, id: string): Promise<void> {
  await scope.query(
    `UPDATE webhook_health
     SET consecutive_failures = 0, failing_since = NULL, blocked_until = NULL
     WHERE organization_id = $1 AND webhook_id = $2`,
    [scope.organizationId, id],
  );
}

/** Lets the next request to the endpoint go out at once, although it failed again and again. */
export async function unblock(scope: TransactionScope, id: string): Promise<void> {
  await scope.query(
    'UPDATE webhook_health SET blocked_until = NULL WHERE organization_id = $1 AND webhook_id = $2',
    [scope.organizationId, id],
  );
}

/** Deletes some of a webhook's deliveries with their attempts, at most `limit`. Returns how many. */
export async function deleteSomeOfWebhook(
  scope: Scope,
  { webhookId, limit }: { webhookId: string; limit: number },
): Promise<number> {
  const rows = await scope.query(
    `DELETE FROM webhook_deliveries
     WHERE organization_id = $1
       AND id IN (
         SELECT id
         FROM webhook_deliveries
         WHERE organization_id = $1 AND webhook_id = $2
         LIMIT $3)
     RETURNING 1`,
    [scope.organizationId, webhookId, limit],
  );
  return rows.length;
}
