import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import { toArrayLiteral, toSparseArray } from '../../db/connections/plain-array.ts';
import type { Transaction } from '../../db/statements.ts';
import type { WebhookKey } from './claims.queries.ts';
import type { EndpointHealth } from './endpoint-health.ts';

/** The health of a webhook's endpoint. `lastAttemptAt` is null before the first attempt. */
export type StoredHealth = WebhookKey & EndpointHealth & { lastAttemptAt: Date | null };

/**
 * Locks the health of the webhooks until the transaction ends, in an order that all servers keep. Makes the missing
 * rows. Deleted webhooks have none.
 */
export async function lockHealth(
  transaction: Transaction,
  webhooks: readonly WebhookKey[],
): Promise<StoredHealth[]> {
  const keys = [
    toArrayLiteral(webhooks.map(({ organizationId }) => organizationId)),
    toArrayLiteral(webhooks.map(({ webhookId }) => webhookId)),
  ];
  await transaction.query(
    `INSERT INTO webhook_health (organization_id, webhook_id)
     SELECT webhooks.organization_id, webhooks.id
     FROM unnest($1::uuid[], $2::uuid[]) AS answered (organization_id, webhook_id)
     JOIN webhooks ON webhooks.organization_id = answered.organization_id
                  AND webhooks.id = answered.webhook_id
     ORDER BY 1, 2
     ON CONFLICT (organization_id, webhook_id) DO NOTHING`,
    keys,
  );
  return transaction.query<StoredHealth>(
    `SELECT health.organization_id AS "organizationId",
            health.webhook_id AS "webhookId",
            consecutive_failures AS "consecutiveFailures",
            failing_since AS "failingSince",
            last_attempt_at AS "lastAttemptAt",
            greatest(0, coalesce(extract(epoch FROM blocked_until - now()), 0))::float8 AS "blockedSeconds"
     FROM webhook_health AS health
     JOIN unnest($1::uuid[], $2::uuid[]) AS answered (organization_id, webhook_id)
       ON health.organization_id = answered.organization_id
      AND health.webhook_id = answered.webhook_id
     ORDER BY health.organization_id, health.webhook_id
     FOR UPDATE OF health`,
    keys,
  );
}

export interface NewHealth extends WebhookKey, EndpointHealth {
  lastAttemptAt: Date;
  lastStatus: DeliveryStatus;
  lastResponseStatus: number | null;
}

export async function storeHealth(
  transaction: Transaction,
  health: readonly NewHealth[],
): Promise<void> {
  await transaction.query(
    `UPDATE webhook_health AS health
     SET consecutive_failures = answered.consecutive_failures,
         failing_since = answered.failing_since,
         blocked_until = CASE WHEN blocked_seconds > 0 THEN now() + make_interval(secs => blocked_seconds) END,
         last_attempt_at = answered.last_attempt_at,
         last_status = answered.last_status,
         last_response_status = answered.last_response_status
     FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::timestamptz[], $5::float8[], $6::timestamptz[], $7::text[], $8::integer[])
       AS answered (organization_id, webhook_id, consecutive_failures, failing_since, blocked_seconds,
                    last_attempt_at, last_status, last_response_status)
     WHERE health.organization_id = answered.organization_id
       AND health.webhook_id = answered.webhook_id`,
    [
      toArrayLiteral(health.map(({ organizationId }) => organizationId)),
      toArrayLiteral(health.map(({ webhookId }) => webhookId)),
      toArrayLiteral(health.map(({ consecutiveFailures }) => consecutiveFailures)),
      toArrayLiteral(health.map(({ failingSince }) => failingSince?.toISOString() ?? null)),
      toArrayLiteral(health.map(({ blockedSeconds }) => blockedSeconds)),
      toArrayLiteral(health.map(({ lastAttemptAt }) => lastAttemptAt.toISOString())),
      toArrayLiteral(health.map(({ lastStatus }) => lastStatus)),
      toArrayLiteral(health.map(({ lastResponseStatus }) => lastResponseStatus)),
    ],
  );
}

/** An attempt with its answer. */
export interface DeliveryAttempt {
  number: number;
  at: Date;
  durationMs: number;
  responseStatus: number | null;
  error: string | null;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  responseTruncated: boolean;
}

/** An attempt, and what follows from it. */
export interface RecordedAttempt extends DeliveryAttempt {
  organizationId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** The seconds until the next attempt. Null if none follows. */
  retrySeconds: number | null;
}

/**
 * Stores attempts, and changes their deliveries. Does nothing for an attempt that is stored already, and for a delivery
 * that another server has claimed since, as after a lease that ended. A delivery that was ended meanwhile gets no
 * further attempt. Returns the ids of the changed deliveries.
 */
export async function storeAttempts(
  transaction: Transaction,
  attempts: readonly RecordedAttempt[],
): Promise<Set<string>> {
  const texts = (of: (attempt: RecordedAttempt) => string | null) =>
    toSparseArray(attempts.map((attempt) => of(attempt)?.replaceAll('\0', '\\0') ?? null));
  const headers = (of: (attempt: RecordedAttempt) => Record<string, string> | null) =>
    toSparseArray(
      attempts.map((attempt) => {
        const found = of(attempt);
        return found === null ? null : JSON.stringify(found);
      }),
    );
  const plain = (of: (attempt: RecordedAttempt) => string | number | boolean | null) =>
    toArrayLiteral(attempts.map(of));
  const rows = await transaction.query<{ id: string }>(
    `WITH attempt AS (
       SELECT *
       FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::timestamptz[], $5::integer[], $6::text[],
                   $7::float8[], $8::integer[], $9::text[], $10::json[], $11::json[], $12::text[], $13::boolean[])
         AS attempt (organization_id, delivery_id, number, at, duration_ms, status, retry_seconds, response_status,
                     error, request_headers, response_headers, response_body, response_truncated)
     ), changed AS (
       UPDATE webhook_deliveries AS delivery
       SET status = CASE WHEN due_at IS NULL AND attempt.status = 'pending' THEN 'failed' ELSE attempt.status END,
           due_at = CASE WHEN due_at IS NOT NULL THEN now() + make_interval(secs => retry_seconds) END,
           step = step + 1,
           last_attempt_at = attempt.at,
           response_status = attempt.response_status,
           error = coalesce(attempt.error, CASE WHEN due_at IS NULL AND attempt.status <> 'delivered' THEN delivery.error END),
           duration_ms = attempt.duration_ms
       FROM attempt
       WHERE delivery.organization_id = attempt.organization_id
         AND delivery.id = attempt.delivery_id
         AND delivery.attempts = attempt.number
         AND NOT EXISTS (
           SELECT
           FROM webhook_attempts
           WHERE webhook_attempts.organization_id = attempt.organization_id
             AND webhook_attempts.delivery_id = attempt.delivery_id
             AND webhook_attempts.number = attempt.number)
       RETURNING delivery.organization_id, delivery.id
     )
     INSERT INTO webhook_attempts
       (organization_id, delivery_id, number, at, duration_ms, response_status, error, request_headers,
        response_headers, response_body, response_truncated)
     SELECT attempt.organization_id, delivery_id, number, at, duration_ms, response_status, error, request_headers,
            response_headers, response_body, response_truncated
     FROM attempt
     JOIN changed ON changed.organization_id = attempt.organization_id
                 AND changed.id = attempt.delivery_id
     RETURNING delivery_id AS id`,
    [
      plain((one) => one.organizationId),
      plain((one) => one.deliveryId),
      plain((one) => one.number),
      plain((one) => one.at.toISOString()),
      plain((one) => one.durationMs),
      plain((one) => one.status),
      plain((one) => one.retrySeconds),
      plain((one) => one.responseStatus),
      texts((one) => one.error),
      headers((one) => one.requestHeaders),
      headers((one) => one.responseHeaders),
      texts((one) => one.responseBody),
      plain((one) => one.responseTruncated),
    ],
  );
  return new Set(rows.map((row) => row.id));
}
