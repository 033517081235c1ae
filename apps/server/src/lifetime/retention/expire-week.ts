import type { Database } from '../../db/connections/database.ts';
import {
  listDetachedTables,
  detachWeek,
  dropDetached,
  isBeingDetached,
  waitForReaders,
} from '../../db/partitions/detach-week.ts';
import type { Databases } from '../../db/connections/databases.ts';
import { limitLockWait, lockPartitions } from '../../db/partitions/partitions.ts';
import { lockParts } from '../../db/locks.ts';
import type { Transaction } from '../../db/statements.ts';
import { createScope, type Scope } from '../../db/scope.ts';
import { lockRollUps } from '../../rollups/index.ts';
import {
  deleteWeek,
  expireResults,
  listOrganizationsOfWeek,
  listUnexpiredExecutions,
} from './expired-results.queries.ts';
import { tryRetentionLock } from './retention-locks.queries.ts';

// With 1,000 results per execution, a transaction takes half a second. Only late parts of these executions wait for
// it.
const EXECUTIONS_AT_ONCE = 100;

/** The outcome for a week: dropped, some organizations' results deleted, left for the next time, or unchanged. */
export type ExpiredWeek = 'dropped' | 'thinned' | 'busy' | 'unchanged';

/**
 * Deletes a week's results of the organizations that no longer keep them. First counts the runs and deletes the
 * results, a few executions at a time, without blocking others. If no organization keeps the week, its tables are
 * then detached and dropped; a failed drop can be tried again at any time.
 */
export async function expireWeek(
  { jobs: database, ddl }: Pick<Databases, 'jobs' | 'ddl'>,
  { week, at, hasExpired }: { week: string; at: Date; hasExpired: (id: string) => boolean },
): Promise<ExpiredWeek> {
  try {
    const connections = { database, ddl };
    if (await isBeingDetached(database, week)) {
      return await dropWeek(connections, { week, at, organizationIds: [] });
    }
    const present = await database.transaction((transaction) =>
      listOrganizationsOfWeek(transaction, { week }),
    );
    for (const organizationId of present.filter(hasExpired)) {
      let expired: number | null;
      do expired = await expireExecutions(createScope(database, organizationId), { week, at });
      while (expired === EXECUTIONS_AT_ONCE);
      if (expired === null) return 'unchanged';
    }
    if (!present.every(hasExpired)) return await thinWeek(database, { week, at, hasExpired });
    if (!(await waitForReaders(database))) return 'busy';
    return await dropWeek(connections, { week, at, organizationIds: present });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return 'busy';
  }
}

/** Returns the number of executions whose results it deleted; null when another server applies retention. */
async function expireExecutions(
  scope: Scope,
  { week, at }: { week: string; at: Date },
): Promise<number | null> {
  return scope.transaction(async (scope) => {
    if (!(await tryRetentionLock(scope))) return null;
    const executionIds = await listUnexpiredExecutions(scope, { week, limit: EXECUTIONS_AT_ONCE });
    if (executionIds.length === 0) return 0;
    await lockRollUps(scope);
    // An upload that repeats a part looks up the part's stored results, and relies on them until it is done.
    await lockParts(scope, executionIds, { shared: false });
    await expireResults(scope, { week, executionIds, at });
    return executionIds.length;
  });
}

/** Thins a week that some organizations keep: deletes all results of the other organizations, including late parts. */
async function thinWeek(
  database: Database,
  { week, at, hasExpired }: { week: string; at: Date; hasExpired: (id: string) => boolean },
): Promise<ExpiredWeek> {
  return database.transaction(async (transaction) => {
    if (!(await tryRetentionLock(transaction))) return 'unchanged';
    const present = await listOrganizationsOfWeek(transaction, { week });
    await lockRollUpsOfOrganizations(transaction, present.filter(hasExpired));
    await limitLockWait(transaction);
    await lockPartitions(transaction, week);
    const expired = (await listOrganizationsOfWeek(transaction, { week })).filter(hasExpired);
    for (const organizationId of expired) {
      const scope = createScope(transaction, organizationId);
      await expireResults(scope, { week, executionIds: null, at });
      await deleteWeek(scope, week);
    }
    return expired.length > 0 ? 'thinned' : 'unchanged';
  });
}

/**
 * Detaches and drops the week's tables. Late parts may have arrived before the tables were detached; their runs are
 * counted before the drop. The transaction holds no table lock during the detach.
 */
async function dropWeek(
  { database, ddl }: { database: Database; ddl: Database },
  {
    week,
    at,
    organizationIds,
  }: {
    week: string;
    at: Date;
    /** Those that had rows of the week when it was still attached. */
    organizationIds: readonly string[];
  },
): Promise<ExpiredWeek> {
  return database.transaction(async (transaction) => {
    if (!(await tryRetentionLock(transaction))) return 'unchanged';
    // Detaching waits for every transaction that has read the week's tables, so this transaction must not read them.
    await lockRollUpsOfOrganizations(transaction, organizationIds);
    for (const organizationId of organizationIds) transaction.noteChange(organizationId);
    await detachWeek(ddl, week);
    await limitLockWait(transaction);
    const tables = await listDetachedTables(transaction, week);
    const results = tables.get('results');
    for (const organizationId of await listOrganizationsOfWeek(transaction, { week, tables })) {
      const scope = createScope(transaction, organizationId);
      await expireResults(scope, { week, executionIds: null, at, results });
    }
    await dropDetached(transaction, tables);
    return 'dropped';
  });
}

/** Before any lock of tables or rows: a roll-up in progress may take longer than these should be held. */
async function lockRollUpsOfOrganizations(
  transaction: Transaction,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of organizationIds.toSorted()) {
    await lockRollUps(createScope(transaction, organizationId));
  }
}

/** SQLSTATE lock_not_available. */
function isLockTimeout(error: unknown): boolean {
  return (error as { parent?: { code?: string } }).parent?.code === '55P03';
}
