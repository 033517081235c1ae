import type { Database } from '../../db/connections/database.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { Webhook } from '../../db/models/webhook.ts';

/** A webhook with deliveries that are due. */
export interface DueWebhook {
  organizationId: string;
  webhookId: string;
  consecutiveFailures: number;
  /** Number of due deliveries, counted up to `limit`. */
  due: number;
}

/**
 * The active webhooks of every organization, or of one, with deliveries that are due, unless their endpoint is blocked. Reads a few rows of the index
 * webhook_deliveries_due for each active webhook, regardless of the number of waiting deliveries.
 */
export function listDueWebhooks(
  database: Database,
  { organizationId, limit }: { organizationId: string | null; limit: number },
): Promise<DueWebhook[]> {
  return database.query<DueWebhook>(
    `SELECT webhooks.organization_id AS "organizationId",
            webhooks.id AS "webhookId",
            coalesce(consecutive_failures, 0) AS "consecutiveFailures",
            waiting.due
     FROM webhooks
     LEFT JOIN webhook_health AS health ON health.organization_id = webhooks.organization_id
                                       AND health.webhook_id = webhooks.id
     CROSS JOIN LATERAL (
       SELECT count(*)::integer AS due
       FROM (
         SELECT 1
         FROM webhook_deliveries
         WHERE webhook_deliveries.organization_id = webhooks.organization_id
           AND webhook_deliveries.webhook_id = webhooks.id
           AND webhook_deliveries.due_at <= now()
         LIMIT $1
       ) AS first
     ) AS waiting
     WHERE webhooks.active
       AND (health.blocked_until IS NULL OR health.blocked_until <= now())
       AND waiting.due > 0
       AND ($2::uuid IS NULL OR webhooks.organization_id = $2)`,
    [limit, organizationId],
  );
}

export type WebhookKey = Pick<DueWebhook, 'organizationId' | 'webhookId'>;

/**
 * Blocks the endpoints of the organization's webhooks for as long as a lease, while the caller sends each a probe.
 * Returns those that no other server probes or has found healthy meanwhile.
 */
export function reserveProbes(
  scope: TransactionScope,
  { webhookIds, leaseSeconds }: { webhookIds: readonly string[]; leaseSeconds: number },
): Promise<{ webhookId: string }[]> {
  return scope.query<{ webhookId: string }>(
    `UPDATE webhook_health
     SET blocked_until = now() + make_interval(secs => $3)
     WHERE organization_id = $1
       AND webhook_id = ANY ($2::uuid[])
       AND (blocked_until IS NULL OR blocked_until <= now())
     RETURNING webhook_id AS "webhookId"`,
    [scope.organizationId, toArrayLiteral(webhookIds), leaseSeconds],
  );
}

/** A delivery that this server sends now, with its webhook. */
export interface ClaimedDelivery extends Pick<
  Webhook,
  'format' | 'keyId' | 'sealedUrl' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'
> {
  organizationId: string;
  id: string;
  webhookId: string;
  eventId: string;
  /** The number of this attempt, from 1. Another server that takes over has a higher one. */
  attempt: number;
  /** Failed attempts of the retry schedule before this one. */
  step: number;
  body: string;
}

/**
 * Claims the deliveries of each webhook that have been due the longest, up to its number of places. The webhooks are the
 * organization's. Until the lease ends, no other server claims their deliveries. Skips those that another server claims at the same moment. One statement, because
 * the places are empty while it runs. Two parts of it are for the planner, which knows little of a table that has just
 * been filled: the sum of the places as a limit, and that the webhooks are joined last. Otherwise, it reads all
 * deliveries of the webhooks.
 */
export function claimDeliveries(
  scope: Scope,
  {
    webhooks,
    leaseSeconds,
  }: {
    webhooks: readonly { webhookId: string; places: number }[];
    leaseSeconds: number;
  },
): Promise<ClaimedDelivery[]> {
  return scope.query<ClaimedDelivery>(
    `WITH due AS MATERIALIZED (
       SELECT next.id
       FROM unnest($2::uuid[], $3::integer[]) AS allotted (webhook_id, places)
       CROSS JOIN LATERAL (
         SELECT id
         FROM webhook_deliveries
         WHERE webhook_deliveries.organization_id = $1
           AND webhook_deliveries.webhook_id = allotted.webhook_id
           AND due_at <= now()
         ORDER BY due_at
         LIMIT allotted.places
         FOR UPDATE SKIP LOCKED
       ) AS next
       LIMIT $4
     ), claimed AS (
       UPDATE webhook_deliveries AS delivery
       SET attempts = attempts + 1, due_at = now() + make_interval(secs => $5)
       FROM due
       WHERE delivery.organization_id = $1
         AND delivery.id = due.id
       RETURNING delivery.organization_id, delivery.id, webhook_id, event_id, attempts, step, body
     )
     SELECT claimed.organization_id AS "organizationId",
            claimed.id,
            webhook_id AS "webhookId",
            event_id AS "eventId",
            attempts AS attempt,
            step,
            body,
            format,
            key_id AS "keyId",
            sealed_url AS "sealedUrl",
            sealed_secret AS "sealedSecret",
            sealed_previous_secret AS "sealedPreviousSecret",
            previous_secret_until AS "previousSecretUntil"
     FROM claimed
     JOIN webhooks ON webhooks.organization_id = $1
                  AND webhooks.id = claimed.webhook_id`,
    [
      scope.organizationId,
      toArrayLiteral(webhooks.map(({ webhookId }) => webhookId)),
      toArrayLiteral(webhooks.map(({ places }) => places)),
      webhooks.reduce((sum, { places }) => sum + places, 0),
      leaseSeconds,
    ],
  );
}

/** Makes a claimed delivery due at once, because this server stops before it has an answer. */
export async function returnClaim(
  database: Database,
  { organizationId, id, attempt }: Pick<ClaimedDelivery, 'organizationId' | 'id' | 'attempt'>,
): Promise<void> {
  await database.query(
    `UPDATE webhook_deliveries
     SET due_at = now()
     WHERE organization_id = $1 AND id = $2 AND attempts = $3 AND due_at IS NOT NULL`,
    [organizationId, id, attempt],
  );
}
