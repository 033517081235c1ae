import type { Event } from '@svc/contract/webhooks/events';
import type { Scope, TransactionScope } from '../scope.ts';
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
     SELECT organizations.organization_id, event.type, event.data
     FROM organizations
     CROSS JOIN unnest($2::text[], $3::jsonb[]) AS event (type, data)
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      toArrayLiteral(events.map((event) => event.type)),
      events.map((event) => JSON.stringify(event.data)),
    ],
  );
}

export type DueEvent = Event & { failures: number };

/** Lists the organizations with events to hand over, the longest waiting first. */
export async function listOrganizationsWithEvents(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM outbox
     WHERE due_at <= clock_timestamp()
     GROUP BY organization_id
     ORDER BY min(due_at)`,
  );
  return rows.map((row) => row.id);
}

/** Locks the organization's events that have waited longest. Skips events that another server holds. */
export async function takeDueEvents(
  scope: TransactionScope,
  { limit }: { limit: number },
): Promise<DueEvent[]> {
  return scope.query<DueEvent>(
    `SELECT id, type, data, created_at AS "createdAt", failures
     FROM outbox
     WHERE organization_id = $1 AND due_at <= clock_timestamp()
     ORDER BY due_at, id
     LIMIT $2
     FOR UPDATE SKIP LOCKED`,
    [scope.organizationId, limit],
  );
}

export async function deleteEvents(
  scope: TransactionScope,
  events: readonly DueEvent[],
): Promise<void> {
  await scope.query('DELETE FROM outbox WHERE organization_id = $1 AND id = ANY ($2::uuid[])', [
    scope.organizationId,
    toArrayLiteral(events.map((event) => event.id)),
  ]);
}

/** Hands an event over again later: after 1 minute, then after twice as long each time, at most a day. */
export async function postponeEvent(scope: Scope, { id, failures }: DueEvent): Promise<void> {
  await scope.query(
    `UPDATE outbox
     SET failures = failures + 1, due_at = statement_timestamp() + $3::interval
     WHERE organization_id = $1 AND id = $2`,
    [scope.organizationId, id, `${computeDelayMinutes(failures)} minutes`],
  );
}

const DAY_MINUTES = 24 * 60;

function computeDelayMinutes(failures: number): number {
  return Math.min(2 ** failures, DAY_MINUTES);
}
