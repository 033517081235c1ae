import type { Database } from '../db/database.ts';
import {
  detachedTables,
  detachWeek,
  dropDetached,
  isBeingDetached,
  waitForReaders,
} from '../db/detach-week.ts';
import type { Databases } from '../db/databases.ts';
import { limitLockWait, lockPartitions } from '../db/partitions.ts';
import { lockParts } from '../db/parts-lock.ts';
import {
  deleteWeek,
  expireResults,
  organizationsOfWeek,
  unexpiredExecutions,
} from './expired-results.queries.ts';
import { tryRetentionLock } from './retention-locks.queries.ts';

// Of 1,000 results each, a transaction takes half a second, in which only late parts of these executions wait.
const EXECUTIONS_AT_ONCE = 100;

/** What became of a week: freed, freed of some organizations' results, left for the next time, or as it was. */
export type ExpiredWeek = 'dropped' | 'thinned' | 'busy' | 'unchanged';

/**
 * Takes a week's results from the organizations that keep it no longer. First their runs are counted and
 * their results deleted, a few executions at a time and in nobody's way. Where no other organization
 * keeps the week, its tables are then detached and dropped; that may be tried again at any time.
 */
export async function expireWeek(
  { jobs: database, ddl }: Pick<Databases, 'jobs' | 'ddl'>,
  { week, at, hasExpired }: { week: string; at: Date; hasExpired: (id: string) => boolean },
): Promise<ExpiredWeek> {
  try {
    if (await isBeingDetached(database, week)) return await dropWeek({ database, ddl }, week, at);
    const present = await database.transaction((transaction) =>
      organizationsOfWeek({ database, transaction }, { week }),
    );
    for (const organizationId of present.filter(hasExpired)) {
      let expired: number | null;
      do expired = await expireExecutions(database, { organizationId, week, at });
      while (expired === EXECUTIONS_AT_ONCE);
      if (expired === null) return 'unchanged';
    }
    if (!present.every(hasExpired)) return await thinWeek(database, { week, at, hasExpired });
    return (await waitForReaders(database)) ? await dropWeek({ database, ddl }, week, at) : 'busy';
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return 'busy';
  }
}

/** Answers of how many executions it took the results; null when another server is at it. */
async function expireExecutions(
  database: Database,
  { organizationId, week, at }: { organizationId: string; week: string; at: Date },
): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const scope = { database, transaction, organizationId };
    if (!(await tryRetentionLock(scope))) return null;
    const executionIds = await unexpiredExecutions(scope, { week, limit: EXECUTIONS_AT_ONCE });
    if (executionIds.length === 0) return 0;
    // Whoever brings a part again looks up what of it is there, and counts on that until it is done.
    await lockParts(scope, executionIds, { shared: false });
    await expireResults(scope, { week, executionIds, at });
    return executionIds.length;
  });
}

/** Deletes what came late, and all the rest, of the organizations that keep a week no longer that others keep. */
async function thinWeek(
  database: Database,
  { week, at, hasExpired }: { week: string; at: Date; hasExpired: (id: string) => boolean },
): Promise<ExpiredWeek> {
  return database.transaction(async (transaction) => {
    const scope = { database, transaction };
    if (!(await tryRetentionLock(scope))) return 'unchanged';
    await limitLockWait(scope);
    await lockPartitions(scope, week);
    const expired = (await organizationsOfWeek(scope, { week })).filter(hasExpired);
    for (const organizationId of expired) {
      const tenant = { ...scope, organizationId };
      await expireResults(tenant, { week, executionIds: null, at });
      await deleteWeek(tenant, week);
    }
    return expired.length > 0 ? 'thinned' : 'unchanged';
  });
}

/**
 * Detaches and drops the week's tables. A part that came while they were detached is in them; its runs are
 * counted like all others before they go. The transaction holds no lock of a table while they are detached.
 */
async function dropWeek(
  { database, ddl }: { database: Database; ddl: Database },
  week: string,
  at: Date,
): Promise<ExpiredWeek> {
  return database.transaction(async (transaction) => {
    const scope = { database, transaction };
    if (!(await tryRetentionLock(scope))) return 'unchanged';
    await detachWeek(ddl, week);
    await limitLockWait(scope);
    const tables = await detachedTables(scope, week);
    for (const organizationId of await organizationsOfWeek(scope, { week, tables })) {
      await expireResults(
        { ...scope, organizationId },
        { week, executionIds: null, at, results: tables.get('results') },
      );
    }
    await dropDetached(scope, tables);
    return 'dropped';
  });
}

/** Postgres' lock_not_available. */
function isLockTimeout(error: unknown): boolean {
  return (error as { parent?: { code?: string } }).parent?.code === '55P03';
}
