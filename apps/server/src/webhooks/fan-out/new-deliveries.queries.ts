import type { Event } from '@svc/contract/webhooks/events';
import { toArrayLiteral, toSparseArray } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Webhook } from '../../db/models/webhook.ts';
import type { Subscription } from './wanted-events.ts';

export type Subscriber = Subscription & Pick<Webhook, 'id'>;

/**
 * The active webhooks. None of them can be turned off until the transaction ends: what is queued for it would wait for
 * ever.
 */
export function listSubscribers(scope: TransactionScope): Promise<Subscriber[]> {
  return scope.query<Subscriber>(
    `SELECT id, format, events, project, branch, min_severity AS "minSeverity"
     FROM webhooks
     WHERE organization_id = $1 AND active
     ORDER BY id
     FOR SHARE`,
    [scope.organizationId],
  );
}

export interface NewDelivery {
  id: string;
  webhookId: string;
  event: Pick<Event, 'id' | 'type' | 'data'>;
  /** Its index in the list of bodies. */
  body: number;
}

/**
 * Stores deliveries that are due now. One that exists for the same event and webhook stays. Several deliveries share a
 * body, so that the statement carries each body once.
 */
export async function insertDeliveries(
  scope: TransactionScope,
  { deliveries, bodies, at }: { deliveries: readonly NewDelivery[]; bodies: string[]; at: Date },
): Promise<void> {
  const column = (name: 'id' | 'webhookId' | 'body') =>
    toArrayLiteral(deliveries.map((delivery) => delivery[name]));
  const events = deliveries.map(({ event }) => event);
  await scope.query(
    `INSERT INTO webhook_deliveries
       (organization_id, id, webhook_id, event_id, event_type, execution_id, body, status, due_at, created_at)
     SELECT organizations.organization_id, delivery.id, webhook_id, event_id, event_type, execution_id,
            ($8::text[])[delivery.body + 1], 'pending', statement_timestamp(), $9
     FROM organizations
     CROSS JOIN unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::integer[])
       AS delivery (id, webhook_id, event_id, event_type, execution_id, body)
     WHERE organizations.organization_id = $1
     ON CONFLICT (organization_id, webhook_id, event_id) DO NOTHING`,
    [
      scope.organizationId,
      column('id'),
      column('webhookId'),
      toArrayLiteral(events.map(({ id }) => id)),
      toArrayLiteral(events.map(({ type }) => type)),
      toSparseArray(events.map(({ data }) => ('executionId' in data ? data.executionId : null))),
      column('body'),
      bodies,
      at,
    ],
  );
}
