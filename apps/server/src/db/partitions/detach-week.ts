import type { Transaction } from '../statements.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDistributedTables } from '../citus/cluster.queries.ts';
import type { Database } from '../connections/database.ts';
import { limitLockWait, toPartitionName, PARTITIONED_TABLES } from './partitions.ts';

/** A table of a week and whether it is attached to its parent, half detached or detached. */
interface WeekTable {
  table: string;
  name: string;
  state: 'attached' | 'pending' | 'detached';
}

/** Whether detaching this week has begun. */
export async function isBeingDetached(database: Database, week: string): Promise<boolean> {
  return (await listWeekTables(database, week)).some((one) => one.state !== 'attached');
}

/**
 * Detaches the week's tables from their parents without blocking anyone: it waits for the transactions that use the
 * parents, and no transaction waits for it. It finishes a detach that a crash or a timeout left half done. Cannot run
 * in a transaction. The lock timeout of `ddl` bounds the wait.
 */
export async function detachWeek(ddl: Database, week: string): Promise<void> {
  const distributed = await listDistributedTables(ddl);
  for (const { table, name, state } of await listWeekTables(ddl, week)) {
    if (state === 'detached') continue;
    if (distributed.has(table)) await detachOnCluster(ddl, { table, name });
    else {
      const how = state === 'pending' ? 'FINALIZE' : 'CONCURRENTLY';
      await ddl.query(`ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`);
    }
  }
}

/** Citus cannot detach concurrently, so readers and writers wait. Gives up after two seconds without the lock. */
async function detachOnCluster(
  ddl: Database,
  { table, name }: { table: string; name: string },
): Promise<void> {
  await ddl.transaction(async (transaction) => {
    await limitLockWait(transaction);
    await transaction.query(`ALTER TABLE ${table} DETACH PARTITION ${name}`);
  });
}

/** The detached tables of a week, keyed by their former parents. */
export async function listDetachedTables(
  transaction: Transaction,
  week: string,
): Promise<Map<string, string>> {
  const rows = await transaction.query<{ name: string }>(
    `SELECT relname AS name
     FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace
       AND relname = ANY ($1::text[])
       AND NOT relispartition`,
    [PARTITIONED_TABLES.map((table) => toPartitionName(table, week))],
  );
  const names = new Set(rows.map((row) => row.name));
  return new Map(
    PARTITIONED_TABLES.map((table) => [table, toPartitionName(table, week)] as const).filter(
      ([, name]) => names.has(name),
    ),
  );
}

/** Drops the tables. Their disk space is free at once. */
export async function dropDetached(
  transaction: Transaction,
  tables: Map<string, string>,
): Promise<void> {
  for (const name of tables.values()) {
    await transaction.query(`DROP TABLE ${name}`);
  }
}

const POLL_MS = 50;
const PATIENCE_MS = 2_000;

/**
 * Returns false when a transaction, such as pg_dump's, uses the partitioned tables for more than two seconds.
 * Detaching must not begin then, because a half-detached week cannot take late parts.
 */
export async function waitForReaders(database: Database): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  let waitedFor = await listLockHolders(database);
  while (waitedFor.length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
    const now = new Set(await listLockHolders(database));
    waitedFor = waitedFor.filter((one) => now.has(one));
  }
  return true;
}

/** The transactions that hold a lock on one of the parents. */
async function listLockHolders(database: Database): Promise<string[]> {
  const rows = await database.query<{ holder: string }>(
    `SELECT DISTINCT virtualtransaction AS holder
     FROM pg_locks
     WHERE locktype = 'relation'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND relation = ANY ($1::regclass[])
       AND pid <> pg_backend_pid()`,
    [[...PARTITIONED_TABLES]],
  );
  return rows.map((row) => row.holder);
}

async function listWeekTables(database: Database, week: string): Promise<WeekTable[]> {
  const rows = await database.query<{ name: string; state: WeekTable['state'] }>(
    `SELECT relname AS name,
            CASE WHEN NOT relispartition THEN 'detached'
                 WHEN pg_inherits.inhdetachpending THEN 'pending'
                 ELSE 'attached' END AS state
     FROM pg_class
     LEFT JOIN pg_inherits ON pg_inherits.inhrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[])`,
    [PARTITIONED_TABLES.map((table) => toPartitionName(table, week))],
  );
  const states = new Map(rows.map((row) => [row.name, row.state]));
  return PARTITIONED_TABLES.flatMap((table) => {
    const name = toPartitionName(table, week);
    const state = states.get(name);
    return state === undefined ? [] : [{ table, name, state }];
  });
}
