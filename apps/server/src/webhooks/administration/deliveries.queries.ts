import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import type { EventType } from '@svc/contract/zod-free/event-types';
import { createBinds } from '../../db/conditions/execution-conditions.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { DeliveryAttempt } from '../delivery/outcomes.queries.ts';

export interface DeliveryRow {
  id: string;
  eventId: string;
  eventType: EventType;
  status: DeliveryStatus;
  attempts: number;
  /** Attempts of the present round of the schedule. */
  step: number;
  /** Whether an attempt is out at this moment. Then \`dueAt\` is when another server may try. */
  isUnderWay: boolean;
  /** When the next attempt is due: not before the end of the endpoint's block. Null if no attempt follows. */
  dueAt: Date | null;
  createdAt: Date;
  lastAttemptAt: Date | null;
  responseStatus: number | null;
  error: string | null;
  durationMs: number | null;
  body: string;
  bodyLength: number;
  /** Headers of the newest attempt with an outcome; null before the first one. */
  requestHeaders: Record<string, string> | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  responseLength: number | null;
  responseTruncated: boolean | null;
}

/** The number of the newest attempt with an outcome. One that is out, or was cut off by a crash, has none. */
const NEWEST_NUMBER = `
  SELECT coalesce(max(newest.number), 0)
  FROM webhook_attempts AS newest
  WHERE newest.organization_id = $1 AND newest.delivery_id = webhook_deliveries.id`;

/** `$2` cuts the bodies, in characters. */
const DELIVERY = `
  SELECT webhook_deliveries.id,
         event_id AS "eventId",
         event_type AS "eventType",
         status,
         attempts,
         step,
         coalesce(due_at > statement_timestamp() AND attempts > coalesce(number, 0), false) AS "isUnderWay",
         CASE WHEN due_at IS NOT NULL THEN greatest(due_at, blocked_until, created_at) END AS "dueAt",
         created_at AS "createdAt",
         webhook_deliveries.last_attempt_at AS "lastAttemptAt",
         webhook_deliveries.response_status AS "responseStatus",
         webhook_deliveries.error,
         webhook_deliveries.duration_ms AS "durationMs",
         left(body, $2::integer) AS body,
         length(body) AS "bodyLength",
         request_headers AS "requestHeaders",
         response_headers AS "responseHeaders",
         left(response_body, $2::integer) AS "responseBody",
         length(response_body) AS "responseLength",
         response_truncated AS "responseTruncated"
  FROM webhook_deliveries
  LEFT JOIN webhook_attempts ON webhook_attempts.organization_id = $1
                            AND webhook_attempts.delivery_id = webhook_deliveries.id
                            AND webhook_attempts.number = (${NEWEST_NUMBER})
  LEFT JOIN webhook_health ON webhook_health.organization_id = $1
                          AND webhook_health.webhook_id = webhook_deliveries.webhook_id`;

export interface DeliveryPosition {
  createdAt: string;
  id: string;
}

/** A webhook's deliveries after the position, newest first. Reads the index webhook_deliveries_newest. */
export function listDeliveries(
  scope: Scope,
  {
    webhookId,
    filter,
    after,
    limit,
    bodyLength,
  }: {
    webhookId: string;
    filter: {
      status?: readonly DeliveryStatus[] | undefined;
      event?: readonly EventType[] | undefined;
    };
    after: DeliveryPosition | null;
    limit: number;
    bodyLength: number;
  },
): Promise<DeliveryRow[]> {
  const { bind, value } = createBinds(scope.organizationId);
  value(bodyLength);
  const conditions = [
    'webhook_deliveries.organization_id = $1',
    `webhook_deliveries.webhook_id = ${value(webhookId)}`,
  ];
  if (filter.status !== undefined) conditions.push(`status = ANY (${value(filter.status)})`);
  if (filter.event !== undefined) conditions.push(`event_type = ANY (${value(filter.event)})`);
  if (after !== null) {
    const place = `(${value(after.createdAt)}::timestamptz, ${value(after.id)}::uuid)`;
    conditions.push(`(created_at, webhook_deliveries.id) < ${place}`);
  }
  return scope.query<DeliveryRow>(
    `${DELIVERY}
     WHERE ${conditions.join(' AND ')}
     ORDER BY created_at DESC, webhook_deliveries.id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}

export async function findDelivery(
  scope: Scope,
  { webhookId, id, bodyLength }: { webhookId: string; id: string; bodyLength: number },
): Promise<DeliveryRow | null> {
  const [row] = await scope.query<DeliveryRow>(
    `${DELIVERY}
     WHERE webhook_deliveries.organization_id = $1
       AND webhook_deliveries.webhook_id = $3
       AND webhook_deliveries.id = $4`,
    [scope.organizationId, bodyLength, webhookId, id],
  );
  return row ?? null;
}

/** The newest attempts of a delivery, the oldest first. */
export async function listDeliveryAttempts(
  scope: Scope,
  { deliveryId, limit }: { deliveryId: string; limit: number },
): Promise<DeliveryAttempt[]> {
  const rows = await scope.query<DeliveryAttempt>(
    `SELECT number,
            at,
            duration_ms AS "durationMs",
            response_status AS "responseStatus",
            error,
            request_headers AS "requestHeaders",
            response_headers AS "responseHeaders",
            response_body AS "responseBody",
            response_truncated AS "responseTruncated"
     FROM webhook_attempts
     WHERE organization_id = $1 AND delivery_id = $2
     ORDER BY number DESC
     LIMIT $3`,
    [scope.organizationId, deliveryId, limit],
  );
  return rows.toReversed();
}

/** Makes the delivery due now, with the whole schedule before it. Leaves one that is on its way at this moment. */
export async function makeDueAgain(scope: TransactionScope, id: string): Promise<void> {
  await scope.query(
    `UPDATE webhook_deliveries
     SET status = 'pending', step = 0, error = NULL, due_at = statement_timestamp()
     WHERE organization_id = $1
       AND id = $2
       AND NOT (due_at IS NOT NULL AND due_at > statement_timestamp() AND attempts > (${NEWEST_NUMBER}))`,
    [scope.organizationId, id],
  );
}

/** Lets a delivery that is due go out before all others of its webhook: a person waits for it. */
export async function putFirst(scope: TransactionScope, id: string): Promise<void> {
  await scope.query(
    `UPDATE webhook_deliveries
     SET due_at = statement_timestamp() - interval '1 year'
     WHERE organization_id = $1 AND id = $2 AND due_at <= statement_timestamp()`,
    [scope.organizationId, id],
  );
}
