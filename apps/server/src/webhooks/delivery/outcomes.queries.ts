import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import { toArrayLiteral, toSparseArray } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { WebhookKey } from './claims.queries.ts';
import type { EndpointHealth } from './endpoint-health.ts';

/** The health of a webhook's endpoint. `lastAttemptAt` is null before the first attempt. */
export interface StoredHealth extends WebhookKey, EndpointHealth {
  lastAttemptAt: Date | null;
  /** The database's time: what is due is compared with it. */
  now: Date;
}

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
            greatest(0, coalesce(extract(epoch FROM blocked_until - now()), 0))::float8 AS "blockedSeconds",
            now() AS now
     FROM webhook_health
     WHERE organization_id = $1 AND webhook_id = ANY ($2::uuid[])
     ORDER BY webhook_id
     FOR UPDATE`,
    keys,
  );
}

export interface NewHealth extends WebhookKey, EndpointHealth {
  now: Date;
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
     FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::integer[])
       AS answered (webhook_id, consecutive_failures, failing_since, blocked_until,
                    last_attempt_at, last_status, last_response_status)
     WHERE health.organization_id = $1
       AND health.webhook_id = answered.webhook_id`,
    [
      scope.organizationId,
      toArrayLiteral(health.map(({ webhookId }) => webhookId)),
      toArrayLiteral(health.map(({ consecutiveFailures }) => consecutiveFailures)),
      toArrayLiteral(health.map(({ failingSince }) => failingSince?.toISOString() ?? null)),
      toArrayLiteral(
        health.map(({ now, blockedSeconds }) => addSeconds(now, blockedSeconds || null)),
      ),
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
 * further attempt. `now` is the database's time. Returns the ids of the changed deliveries.
 */
export async function storeAttempts(
  scope: TransactionScope,
  attempts: readonly RecordedAttempt[],
  now: Date,
): Promise<Set<string>> {
  const column = (of: (attempt: RecordedAttempt) => string | number | null) =>
    toArrayLiteral(attempts.map(of));
  const changed = await scope.query<{ id: string }>(
    `UPDATE webhook_deliveries AS delivery
     SET status = CASE WHEN due_at IS NULL AND attempt.status = 'pending' THEN 'failed' ELSE attempt.status END,
         due_at = CASE WHEN due_at IS NOT NULL THEN attempt.retry_at END,
         step = step + 1,
         last_attempt_at = attempt.at,
         response_status = attempt.response_status,
         error = coalesce(attempt.error, CASE WHEN due_at IS NULL AND attempt.status <> 'delivered' THEN delivery.error END),
         duration_ms = attempt.duration_ms
     FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[], $5::integer[], $6::text[], $7::timestamptz[],
                 $8::integer[], $9::text[])
       AS attempt (delivery_id, number, at, duration_ms, status, retry_at, response_status, error)
     WHERE delivery.organization_id = $1
       AND delivery.id = attempt.delivery_id
       AND delivery.attempts = attempt.number
       AND NOT EXISTS (
         SELECT 1
         FROM webhook_attempts
         WHERE webhook_attempts.organization_id = $1
           AND webhook_attempts.delivery_id = attempt.delivery_id
           AND webhook_attempts.number = attempt.number)
     RETURNING delivery.id`,
    [
      scope.organizationId,
      column((one) => one.deliveryId),
      column((one) => one.number),
      column((one) => one.at.toISOString()),
      column((one) => one.durationMs),
      column((one) => one.status),
      column((one) => addSeconds(now, one.retrySeconds)),
      column((one) => one.responseStatus),
      toTexts(attempts, (one) => one.error),
    ],
  );
  const ids = new Set(changed.map(({ id }) => id));
  await insertAttempts(
    scope,
    attempts.filter(({ deliveryId }) => ids.has(deliveryId)),
  );
  return ids;
}

async function insertAttempts(
  scope: TransactionScope,
  attempts: readonly RecordedAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const column = (of: (attempt: RecordedAttempt) => string | number | boolean | null) =>
    toArrayLiteral(attempts.map(of));
  await scope.query(
    `INSERT INTO webhook_attempts
       (organization_id, delivery_id, number, at, duration_ms, response_status, error, request_headers,
        response_headers, response_body, response_truncated)
     SELECT organizations.organization_id, attempt.*
     FROM organizations
     CROSS JOIN unnest($2::uuid[], $3::integer[], $4::timestamptz[], $5::integer[], $6::integer[], $7::text[],
                       $8::json[], $9::json[], $10::text[], $11::boolean[]) AS attempt
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      column((one) => one.deliveryId),
      column((one) => one.number),
      column((one) => one.at.toISOString()),
      column((one) => one.durationMs),
      column((one) => one.responseStatus),
      toTexts(attempts, (one) => one.error),
      toSparseArray(attempts.map((one) => toJson(one.requestHeaders))),
      toSparseArray(attempts.map((one) => toJson(one.responseHeaders))),
      toTexts(attempts, (one) => one.responseBody),
      column((one) => one.responseTruncated),
    ],
  );
}

function toJson(headers: Record<string, string> | null): string | null {
  return headers === null ? null : JSON.stringify(headers);
}

function addSeconds(now: Date, seconds: number | null): string | null {
  return seconds === null ? null : new Date(now.getTime() + seconds * 1_000).toISOString();
}

function toTexts(
  attempts: readonly RecordedAttempt[],
  of: (attempt: RecordedAttempt) => string | null,
): readonly (string | null)[] {
  return toSparseArray(attempts.map((attempt) => of(attempt)?.replaceAll('\0', '\\0') ?? null));
}
