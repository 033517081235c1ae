import {
  LISTED_BODY_LENGTH,
  SHOWN_BODY_LENGTH,
  type DeliveriesQuery,
  type Delivery,
  type DeliveryDetail,
  type DeliveryQuery,
} from '@svc/contract/webhooks/deliveries';
import type { Page } from '@svc/contract/pages';
import type { Scope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { isUtcTime } from '../../http/input/window.ts';
import { isUuid } from '../../http/input/uuid.ts';
import type { DeliveryAttempt } from '../delivery/outcomes.queries.ts';
import { ATTEMPTS_MOST } from '../delivery/retry-schedule.ts';
import {
  findDelivery,
  listDeliveryAttempts,
  listDeliveries,
  type DeliveryPosition,
  type DeliveryRow,
} from './deliveries.queries.ts';
import { readWebhook } from './webhooks.service.ts';

const LISTED_ATTEMPTS_MOST = 50;

/** @throws SvcError NOT_FOUND as `readWebhook`; BAD_REQUEST for an invalid cursor. */
export async function readDeliveriesPage(
  scope: Scope,
  { id, limit, cursor, ...filter }: DeliveriesQuery,
): Promise<Page<Delivery>> {
  const webhook = await readWebhook(scope, id);
  const rows = await listDeliveries(scope, {
    webhookId: webhook.id,
    filter,
    after: cursor === undefined ? null : decodeCursor(cursor, isPosition),
    limit: limit + 1,
    bodyLength: LISTED_BODY_LENGTH,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(toDelivery),
    nextCursor:
      rows.length > limit && last !== undefined
        ? encodeCursor({ createdAt: last.createdAt.toISOString(), id: last.id })
        : null,
  };
}

function isPosition(value: unknown): value is DeliveryPosition {
  const { createdAt, id } = (value ?? {}) as { createdAt?: unknown; id?: unknown };
  return (
    typeof createdAt === 'string' && isUtcTime(createdAt) && typeof id === 'string' && isUuid(id)
  );
}

/** @throws SvcError NOT_FOUND as `readWebhook`, and when the webhook has no such delivery. */
export async function readDelivery(
  scope: Scope,
  { id, deliveryId }: DeliveryQuery,
  bodyLength = LISTED_BODY_LENGTH,
): Promise<DeliveryRow> {
  const webhook = await readWebhook(scope, id);
  const row = isUuid(deliveryId)
    ? await findDelivery(scope, { webhookId: webhook.id, id: deliveryId, bodyLength })
    : null;
  if (row === null) {
    throw new SvcError('NOT_FOUND', `The webhook has no delivery '${deliveryId}'.`, {
      hint: 'Deliveries are kept for 30 days.',
    });
  }
  return row;
}

/** @throws SvcError NOT_FOUND as `readDelivery`. */
export async function openDelivery(scope: Scope, query: DeliveryQuery): Promise<DeliveryDetail> {
  const row = await readDelivery(scope, query, SHOWN_BODY_LENGTH);
  const attempts = await listDeliveryAttempts(scope, {
    deliveryId: row.id,
    limit: LISTED_ATTEMPTS_MOST,
  });
  return { ...toDelivery(row), attempts: attempts.map(toAttempt) };
}

/** A delivery in the contract's shape. */
export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    eventId: row.eventId,
    eventType: row.eventType,
    status: row.status,
    attempt: row.attempts,
    attemptsMost: row.attempts - (row.isUnderWay ? 1 : 0) - row.step + ATTEMPTS_MOST,
    responseStatus: row.responseStatus,
    error: row.error,
    durationMs: row.durationMs,
    request: {
      headers: row.requestHeaders ?? {},
      body: row.body,
      truncated: row.bodyLength > row.body.length,
    },
    response:
      row.responseBody === null
        ? null
        : {
            headers: row.responseHeaders ?? {},
            body: row.responseBody,
            truncated:
              row.responseTruncated === true || (row.responseLength ?? 0) > row.responseBody.length,
          },
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.isUnderWay ? null : (row.dueAt?.toISOString() ?? null),
  };
}

function toAttempt(row: DeliveryAttempt): DeliveryDetail['attempts'][number] {
  return {
    number: row.number,
    at: row.at.toISOString(),
    responseStatus: row.responseStatus,
    error: row.error,
    durationMs: row.durationMs,
    request: { headers: row.requestHeaders },
    response:
      row.responseBody === null
        ? null
        : {
            headers: row.responseHeaders ?? {},
            body: row.responseBody,
            truncated: row.responseTruncated,
          },
  };
}
