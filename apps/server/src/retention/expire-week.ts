import type { Database } from '../db/database.ts';
import { dropPartitions, lockPartitions, type PartitionScope } from '../db/partitions.ts';
import { lockParts } from '../db/parts-lock.ts';
import {
  deleteWeek,
  expireResults,
  organizationsOfWeek,
  unexpiredExecutions,
} from './expired-results.queries.ts';
import { limitLockWait, tryRetentionLock } from './retention-locks.queries.ts';

// Of 1,000 results each, a transaction takes half a second, in which only late parts of these executions wait.
const EXECUTIONS_AT_ONCE = 100;

/** What became of a week: freed, freed of some organizations' results, left for the next time, or as it was. */
export type ExpiredWeek = 'dropped' | 'thinned' | 'busy' | 'unchanged';

/**
 * Takes a week's results from the organizations that keep it no longer. First their runs are counted and
 * their results deleted, a few executions at a time and in nobody's way; then what is left of the week goes at
 * once, which waits for its readers and may be tried again at any time.
 */
export async function expireWeek(
  database: Database,
  { week, at, hasExpired }: { week: string; at: Date; hasExpired: (id: string) => boolean },
): Promise<ExpiredWeek> {
  const present = await database.transaction((transaction) =>
    organizationsOfWeek({ database, transaction }, week),
  );
  for (const organizationId of present.filter(hasExpired)) {
    let expired: number | null;
    do expired = await expireExecutions(database, { organizationId, week, at });
    while (expired === EXECUTIONS_AT_ONCE);
    if (expired === null) return 'unchanged';
  }
  const taken = database.transaction(async (transaction): Promise<ExpiredWeek> => {
    const scope = { database, transaction };
    return (await tryRetentionLock(scope))
      ? takeWeek(scope, { week, at, hasExpired })
      : 'unchanged';
  });
  return taken.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
    return 'busy';
  });
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

async function takeWeek(
  scope: PartitionScope,
  { week, at, hasExpired }: { week: string; at: Date; hasExpired: (id: string) => boolean },
): Promise<ExpiredWeek> {
  await limitLockWait(scope);
  await lockPartitions(scope, week);
  const present = await organizationsOfWeek(scope, week);
  const expired = present.filter(hasExpired);
  // The few results that came late, into executions that had expired.
  for (const organizationId of expired) {
    await expireResults({ ...scope, organizationId }, { week, executionIds: null, at });
  }
  if (expired.length === present.length) {
    await dropPartitions(scope, week);
    return 'dropped';
  }
  for (const organizationId of expired) await deleteWeek({ ...scope, organizationId }, week);
  return expired.length > 0 ? 'thinned' : 'unchanged';
}

/** Postgres' lock_not_available. */
function isLockTimeout(error: unknown): boolean {
  return (error as { parent?: { code?: string } }).parent?.code === '55P03';
}
