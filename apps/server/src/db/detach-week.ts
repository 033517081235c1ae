import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { partitionName, PARTITIONED_TABLES, type PartitionScope } from './partitions.ts';

/** Where the tables of a week stand: some are attached, some half detached, or all lie beside. */
interface WeekTable {
  table: string;
  name: string;
  state: 'attached' | 'pending' | 'detached';
}

/** Whether taking this week out of the tables has begun. */
export async function isBeingDetached(database: Database, week: string): Promise<boolean> {
  return (await tablesOf(database, week)).some((one) => one.state !== 'attached');
}

/**
 * Takes the week's tables out of their parents, in nobody's way: it waits for those that use the parents,
 * and nobody waits for it. What a crash or a time-out left half done is finished. Cannot be part of a
 * transaction. `ddl` has connections whose lock time-out bounds the wait.
 */
export async function detachWeek(ddl: Database, week: string): Promise<void> {
  for (const { table, name, state } of await tablesOf(ddl, week)) {
    if (state === 'detached') continue;
    const how = state === 'pending' ? 'FINALIZE' : 'CONCURRENTLY';
    await ddl.query(`ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`);
  }
}

/** The detached tables of a week, by the tables that they were part of. */
export async function detachedTables(
  { database, transaction }: PartitionScope,
  week: string,
): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name
     FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace
       AND relname = ANY ($1::text[])
       AND NOT relispartition`,
    [PARTITIONED_TABLES.map((table) => partitionName(table, week))],
    transaction,
  );
  const names = new Set(rows.map((row) => row.name));
  return new Map(
    PARTITIONED_TABLES.map((table) => [table, partitionName(table, week)] as const).filter(
      ([, name]) => names.has(name),
    ),
  );
}

/** Their disk space is free at once. */
export async function dropDetached(
  { database, transaction }: PartitionScope,
  tables: Map<string, string>,
): Promise<void> {
  for (const name of tables.values()) {
    await database.query(`DROP TABLE ${name}`, [], transaction);
  }
}

const POLL_MS = 50;
const PATIENCE_MS = 2_000;

/**
 * False when someone uses the partitioned tables for longer than a moment, such as pg_dump: a week
 * that is half detached cannot take late parts, so that detaching does not begin then.
 */
export async function waitForReaders(database: Database): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  let waitedFor = await holders(database);
  while (waitedFor.length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
    const now = new Set(await holders(database));
    waitedFor = waitedFor.filter((one) => now.has(one));
  }
  return true;
}

/** The transactions that hold a lock of one of the parents. */
async function holders(database: Database): Promise<string[]> {
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

async function tablesOf(database: Database, week: string): Promise<WeekTable[]> {
  const rows = await database.query<{ name: string; state: WeekTable['state'] }>(
    `SELECT relname AS name,
            CASE WHEN NOT relispartition THEN 'detached'
                 WHEN pg_inherits.inhdetachpending THEN 'pending'
                 ELSE 'attached' END AS state
     FROM pg_class
     LEFT JOIN pg_inherits ON pg_inherits.inhrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[])`,
    [PARTITIONED_TABLES.map((table) => partitionName(table, week))],
  );
  const states = new Map(rows.map((row) => [row.name, row.state]));
  return PARTITIONED_TABLES.flatMap((table) => {
    const name = partitionName(table, week);
    const state = states.get(name);
    return state === undefined ? [] : [{ table, name, state }];
  });
}
