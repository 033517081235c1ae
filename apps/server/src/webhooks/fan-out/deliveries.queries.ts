import type { EventType } from '@svc/contract/webhooks/events';
import { plainArray, sparseArray } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';

export interface NewDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: EventType;
  executionId: string | null;
  body: string;
  createdAt: Date;
}

/** Inserts deliveries, due at once. Skips those of an event that the webhook has already. */
export async function insertDeliveries(
  scope: TransactionScope,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await scope.query(
    `INSERT INTO webhook_deliveries
       (organization_id, id, webhook_id, event_id, event_type, execution_id, body, status, due_at, created_at)
     SELECT $1, delivery.id, webhook_id, event_id, event_type, execution_id, body, 'pending', clock_timestamp(), created_at
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::timestamptz[])
       AS delivery (id, webhook_id, event_id, event_type, execution_id, body, created_at)
     ON CONFLICT (organization_id, webhook_id, event_id) DO NOTHING`,
    [
      scope.organizationId,
      plainArray(deliveries.map(({ id }) => id)),
      plainArray(deliveries.map(({ webhookId }) => webhookId)),
      plainArray(deliveries.map(({ eventId }) => eventId)),
      plainArray(deliveries.map(({ eventType }) => eventType)),
      sparseArray(deliveries.map(({ executionId }) => executionId)),
      deliveries.map(({ body }) => body),
      plainArray(deliveries.map(({ createdAt }) => createdAt.toISOString())),
    ],
  );
}
