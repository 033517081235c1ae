import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import { toArrayLiteral, toSparseArray } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { WebhookKey } from './claims.queries.ts';
import type { EndpointHealth } from './endpoint-health.ts';

/** The health of a webhook's endpoint. `lastAttemptAt` is null before the first attempt. */
export type StoredHealth = WebhookKey & EndpointHealth & { lastAttemptAt: Date | null };

/**
 * Locks the health of the organization's webhooks until the transaction ends, in an order that all servers keep. Makes
 * the missing rows. Deleted webhooks have none.
 */
export async function lockHealth(
  scope: TransactionScope,
  webhookIds: readonly string[],
): Promise<StoredHealth[]> {
  const keys = [scope.organizationId, toArrayLiteral(webhookIds)];
  await scope.query(
    `INSERT INTO webhook_health (organization_id, webhook_id)
     SELECT organization_id, id
     FROM webhooks
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])
     ORDER BY id
     ON CONFLICT (organization_id, webhook_id) DO NOTHING`,
    keys,
  );
  return scope.query<StoredHealth>(
    `SELECT organization_id AS "organizationId",
            webhook_id AS "webhookId",
            consecutive_failures AS "consecutiveFailures",
            failing_since AS "failingSince",
            last_attempt_at AS "lastAttemptAt",
            greatest(0, coalesce(extract(epoch FROM blocked_until - now()), 0))::float8 AS "blockedSeconds"
     FROM webhook_health
     WHERE organization_id = $1 AND webhook_id = ANY ($2::uuid[])
     ORDER BY webhook_id
     FOR UPDATE`,
    keys,
  );
}

export interface NewHealth extends WebhookKey, EndpointHealth {
  lastAttemptAt: Date;
  lastStatus: DeliveryStatus;
  lastResponseStatus: number | null;
}

export async function storeHealth(
  scope: TransactionScope,
  health: readonly NewHealth[],
): Promise<void> {
  await scope.query(
    `UPDATE webhook_health AS health
     SET consecutive_failures = answered.consecutive_failures,
         failing_since = answered.failing_since,
         blocked_until = answered.blocked_until,
         last_attempt_at = answered.last_attempt_at,
         last_status = answered.last_status,
         last_response_status = answered.last_response_status
     FROM (
       SELECT webhook_id, consecutive_failures, failing_since,
              now() + make_interval(secs => nullif(blocked_seconds, 0)) AS blocked_until,
              last_attempt_at, last_status, last_response_status
       FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[], $5::float8[], $6::timestamptz[], $7::text[], $8::integer[])
         AS row (webhook_id, consecutive_failures, failing_since, blocked_seconds,
                 last_attempt_at, last_status, last_response_status)
     ) AS answered
     WHERE health.organization_id = $1
       AND health.webhook_id = answered.webhook_id`,
    [
      scope.organizationId,
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
  scope: TransactionScope,
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
  const rows = await scope.query<{ id: string }>(
    `WITH attempt AS (
       SELECT *, now() + make_interval(secs => retry_seconds) AS retry_at
       FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[], $5::integer[], $6::text[],
                   $7::float8[], $8::integer[], $9::text[], $10::json[], $11::json[], $12::text[], $13::boolean[])
         AS row (delivery_id, number, at, duration_ms, status, retry_seconds, response_status,
                 error, request_headers, response_headers, response_body, response_truncated)
     ), changed AS (
       UPDATE webhook_deliveries AS delivery
       SET status = CASE WHEN due_at IS NULL AND attempt.status = 'pending' THEN 'failed' ELSE attempt.status END,
           due_at = CASE WHEN due_at IS NOT NULL THEN attempt.retry_at END,
           step = step + 1,
           last_attempt_at = attempt.at,
           response_status = attempt.response_status,
           error = coalesce(attempt.error, CASE WHEN due_at IS NULL AND attempt.status <> 'delivered' THEN delivery.error END),
           duration_ms = attempt.duration_ms
       FROM attempt
       WHERE delivery.organization_id = $1
         AND delivery.id = attempt.delivery_id
         AND delivery.attempts = attempt.number
         AND NOT EXISTS (
           SELECT 1
           FROM webhook_attempts
           WHERE webhook_attempts.organization_id = $1
             AND webhook_attempts.delivery_id = attempt.delivery_id
             AND webhook_attempts.number = attempt.number)
       RETURNING delivery.organization_id, delivery.id
     )
     INSERT INTO webhook_attempts
       (organization_id, delivery_id, number, at, duration_ms, response_status, error, request_headers,
        response_headers, response_body, response_truncated)
     SELECT changed.organization_id, delivery_id, number, at, duration_ms, response_status, error, request_headers,
            response_headers, response_body, response_truncated
     FROM attempt
     JOIN changed ON changed.id = attempt.delivery_id
     RETURNING delivery_id AS id`,
    [
      scope.organizationId,
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
