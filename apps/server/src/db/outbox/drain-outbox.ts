import { EVENT_DATA } from '@svc/contract/webhooks/events';
import { listOrganizationsAcrossNodes } from '../citus/list-across-nodes.ts';
import type { Database } from '../connections/database.ts';
import { createScope, type Scope, type TransactionScope } from '../scope.ts';
import {
  deleteEvents,
  listOrganizationsWithEvents,
  postponeEvent,
  takeDueEvents,
  type DueEvent,
} from './events.queries.ts';

/** Receives every event at least once. */
export interface Consumer {
  name: string;
  /**
   * Takes events of one organization, in the transaction that removes them from the outbox. The returned function is
   * called after the commit.
   * @throws any error to get the events again.
   */
  take(scope: TransactionScope, events: readonly DueEvent[]): Promise<(() => void) | void>;
}

const EVENTS_AT_ONCE = 500;

/**
 * Hands the due events of the outbox to the consumers and removes them. Safe on several servers: each event is locked,
 * and locked ones are skipped. If a consumer fails, each event is handed over alone; an event that still fails is
 * reported to `onError` and postponed, so it delays no other. An event of a shape that this version does not know is
 * dropped. Returns the number of events that were removed.
 */
export async function drainOutbox(
  database: Database,
  consumers: readonly Consumer[],
  onError: (error: unknown) => void,
): Promise<number> {
  let done = 0;
  let removed: number;
  do {
    removed = 0;
    // Listed again before each turn, so that a busy organization does not hold up one that comes later.
    const waiting = await listOrganizationsAcrossNodes(database, () =>
      listOrganizationsWithEvents(database),
    );
    for (const organizationId of waiting) {
      const scope = createScope(database, organizationId);
      removed += await handOverBatch(scope, consumers, onError).catch((error: unknown) => {
        onError(error);
        return 0;
      });
    }
    done += removed;
  } while (removed > 0);
  return done;
}

/** Hands over one batch of an organization. Returns how many events were removed. */
async function handOverBatch(
  scope: Scope,
  consumers: readonly Consumer[],
  onError: (error: unknown) => void,
): Promise<number> {
  const { removed, failed } = await handOver(scope, { consumers, onError, limit: EVENTS_AT_ONCE });
  let done = removed;
  const together = failed?.events.length ?? 0;
  for (let alone = 0; alone < together; alone++) {
    const one = await handOver(scope, { consumers, onError, limit: 1 });
    done += one.removed;
    const [event] = one.failed?.events ?? [];
    if (event === undefined) continue;
    onError(one.failed?.error);
    await postponeEvent(scope, event);
  }
  return done;
}

interface Handing {
  consumers: readonly Consumer[];
  onError: (error: unknown) => void;
  limit: number;
}

/** False for an event of a server of another version, as during an upgrade. */
function isKnown({ type, data }: DueEvent): boolean {
  return type in EVENT_DATA && EVENT_DATA[type].safeParse(data).success;
}

interface Handover {
  removed: number;
  failed: { events: DueEvent[]; error: unknown } | null;
}

async function handOver(scope: Scope, { consumers, onError, limit }: Handing): Promise<Handover> {
  let events: DueEvent[] = [];
  const afterCommit: (() => void)[] = [];
  let strange: DueEvent[] = [];
  try {
    await scope.transaction(async (scope) => {
      // The transaction may be repeated.
      afterCommit.length = 0;
      events = await takeDueEvents(scope, { limit });
      strange = events.filter((event) => !isKnown(event));
      const known = events.filter((event) => !strange.includes(event));
      if (known.length > 0) {
        for (const consumer of consumers) {
          const then = await consumer.take(scope, known);
          if (then !== undefined) afterCommit.push(then);
        }
      }
      if (events.length > 0) await deleteEvents(scope, events);
    });
  } catch (error) {
    if (events.length === 0) throw error;
    return { removed: 0, failed: { events, error } };
  }
  for (const { type } of strange)
    onError(new Error(`An event ${type} has a shape of another version. It is dropped.`));
  for (const then of afterCommit) {
    try {
      then();
    } catch (error) {
      onError(error);
    }
  }
  return { removed: events.length, failed: null };
}
