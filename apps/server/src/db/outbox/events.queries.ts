import type { Event } from '@svc/contract/webhooks/events';
import type { Transaction } from '../statements.ts';
import type { TransactionScope } from '../scope.ts';
import type { Database } from '../connections/database.ts';
import { toArrayLiteral } from '../connections/plain-array.ts';

/** An event to write: its type with the data of that type. */
export type NewEvent = { [One in Event as One['type']]: Pick<One, 'type' | 'data'> }[Event['type']];

/** Writes events in the transaction of what they report. Consumers get them after its commit, at least once. */
export async function writeEvents(
  scope: TransactionScope,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await scope.query(
    `INSERT INTO outbox (organization_id, type, data)
     SELECT $1, event.type, event.data
     FROM unnest($2::text[], $3::jsonb[]) AS event (type, data)`,
    [
      scope.organizationId,
      toArrayLiteral(events.map((event) => event.type)),
      events.map((event) => JSON.stringify(event.data)),
    ],
  );
}

export type DueEvent = Event & { organizationId: string; failures: number };

/** Locks the events that have waited longest. Skips events that another server holds. */
export async function takeDueEvents(
  transaction: Transaction,
  { limit }: { limit: number },
): Promise<DueEvent[]> {
  return transaction.query<DueEvent>(
    `SELECT organization_id AS "organizationId", id, type, data, created_at AS "createdAt", failures
     FROM outbox
     WHERE due_at <= clock_timestamp()
     ORDER BY due_at, id
     LIMIT $1
     FOR UPDATE SKIP LOCKED`,
    [limit],
  );
}

export async function deleteEvents(
  transaction: Transaction,
  events: readonly DueEvent[],
): Promise<void> {
  await transaction.query(
    `DELETE FROM outbox
     USING unnest($1::uuid[], $2::uuid[]) AS done (organization_id, id)
     WHERE outbox.organization_id = done.organization_id AND outbox.id = done.id`,
    [
      toArrayLiteral(events.map((event) => event.organizationId)),
      toArrayLiteral(events.map((event) => event.id)),
    ],
  );
}

/** Hands an event over again later: after 1 minute, then after twice as long each time, at most a day. */
export async function postponeEvent(
  database: Database,
  { organizationId, id }: DueEvent,
): Promise<void> {
  await database.query(
    `UPDATE outbox
     SET failures = failures + 1,
         due_at = clock_timestamp() + least(interval '1 minute' * 2 ^ least(failures, 20), interval '1 day')
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, id],
  );
}
