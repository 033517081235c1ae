import type { Transaction } from 'sequelize';
import type { Database } from './database.ts';

// In the order in which uploads write them, so that locking all of them waits for uploads and not in a circle.
export const PARTITIONED_TABLES = ['texts', 'results', 'attempts', 'execution_files'] as const;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The Monday, in UTC, of the week that holds the time: `2026-11-16`. */
export function weekOf(at: Date): string {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return dayOf(new Date(at.getTime() - daysSinceMonday * 24 * 60 * 60 * 1000));
}

/** Makes the partitions of every week from `from` to `to`, where they are missing. */
export async function makePartitions(database: Database, from: Date, to: Date): Promise<void> {
  const weeks: string[] = [];
  for (let week = weekOf(from); week <= weekOf(to); week = nextWeek(week)) weeks.push(week);
  await database.transaction(async (transaction) => {
    // Two servers that make one at once would get in each other's way, IF NOT EXISTS or not.
    await database.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK], transaction);
    const existing = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relispartition AND relkind = 'r'`,
      [],
      transaction,
    );
    const names = new Set(existing.map((row) => row.name));
    for (const week of weeks) {
      for (const table of PARTITIONED_TABLES) {
        if (names.has(partitionName(table, week))) continue;
        await database.query(partitionSql(table, week), [], transaction);
      }
    }
  });
}

// Any number will do that nothing else in this database locks.
const PARTITION_LOCK = 7_382_004;

/** Those of one week, by its Monday. Looks for them on the transaction's own connection, and takes another only where they are missing. */
export async function ensurePartitions(
  { database, transaction }: PartitionScope,
  week: string,
): Promise<void> {
  const [row] = await database.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [partitionName('results', week)],
    transaction,
  );
  if (row?.exists !== true) await makePartitions(database, new Date(week), new Date(week));
}

/** Ahead of need: a server that nobody restarts and whose job fails still has a month to write into; and the week before, for a clock that is set back. */
export async function makeComingPartitions(database: Database, now: Date): Promise<void> {
  await makePartitions(
    database,
    new Date(now.getTime() - WEEK_MS),
    new Date(now.getTime() + 4 * WEEK_MS),
  );
}

/** The Mondays of the weeks that have partitions, the oldest first. */
export async function listPartitionWeeks(database: Database): Promise<string[]> {
  const rows = await database.query<{ week: string }>(
    `SELECT to_date(right(relname, 8), 'YYYYMMDD')::text AS week
     FROM pg_class
     JOIN pg_inherits ON pg_inherits.inhrelid = pg_class.oid
     WHERE pg_inherits.inhparent = 'results'::regclass
     ORDER BY 1`,
  );
  return rows.map((row) => row.week);
}

/** All that this week has of the tables that grow with results: their disk space is free at once. */
export async function dropPartitions(scope: PartitionScope, week: string): Promise<void> {
  await scope.database.query(
    `LOCK TABLE ${PARTITIONED_TABLES.join(', ')} IN ACCESS EXCLUSIVE MODE`,
    [],
    scope.transaction,
  );
  for (const table of PARTITIONED_TABLES) {
    await scope.database.query(
      `DROP TABLE IF EXISTS ${partitionName(table, week)}`,
      [],
      scope.transaction,
    );
  }
}

/** Keeps uploads out of the week's partitions, and lets reads in, until the transaction ends. */
export async function lockPartitions(scope: PartitionScope, week: string): Promise<void> {
  const names = PARTITIONED_TABLES.map((table) => partitionName(table, week));
  await scope.database.query(
    `LOCK TABLE ${names.join(', ')} IN SHARE ROW EXCLUSIVE MODE`,
    [],
    scope.transaction,
  );
}

export interface PartitionScope {
  database: Database;
  transaction: Transaction;
}

/** Neither name nor bounds come from outside, and DDL takes no bound values. */
function partitionSql(table: string, week: string): string {
  return `CREATE TABLE ${partitionName(table, week)} PARTITION OF ${table} ${partitionBounds(week)}`;
}

/** What a week's partition holds, as Postgres is told. */
export function partitionBounds(week: string): string {
  return `FOR VALUES FROM ('${week}') TO ('${nextWeek(week)}')`;
}

export function partitionName(table: string, week: string): string {
  return `${table}_${week.replaceAll('-', '')}`;
}

/** The Monday after this one. */
export function nextWeek(week: string): string {
  return dayOf(new Date(Date.parse(week) + WEEK_MS));
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
