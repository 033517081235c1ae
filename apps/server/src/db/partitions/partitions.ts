import { buildBusyError } from '../../errors.ts';
import { changeOneNodeAtATime } from '../citus/cluster.queries.ts';
import type { Database } from '../connections/database.ts';
import { LOCKS, lockSql } from '../locks.ts';
import type { Statements, Transaction } from '../statements.ts';

export const PARTITIONED_TABLES = ['texts', 'results', 'attempts', 'execution_files'] as const;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The Monday, in UTC, of the week that holds the time: `2026-11-16`. */
export function toWeek(at: Date): string {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return toDay(new Date(at.getTime() - daysSinceMonday * 24 * 60 * 60 * 1000));
}

/** Creates the missing partitions of every week from `from` to `to`. */
export async function makePartitions(database: Database, from: Date, to: Date): Promise<void> {
  for (let week = toWeek(from); week <= toWeek(to); week = computeNextWeek(week)) {
    await makeWeek(database, week);
  }
}

/**
 * Creates the missing partitions of a week. Each table is created on its own and then attached. `CREATE TABLE …
 * PARTITION OF` would wait for every reader of the parent, including pg_dump, and all other readers and writers would
 * wait behind it. Attaching waits only for other DDL.
 */
async function makeWeek(database: Database, week: string): Promise<void> {
  if ((await listMissingPartitions(database, week)).length === 0) return;
  await database.transaction(async (transaction) => {
    await limitLockWait(transaction);
    await changeOneNodeAtATime(transaction);
    await transaction.query(`SELECT ${lockSql(LOCKS.partitions)}`);
    for (const table of await listMissingPartitions(transaction, week)) {
      for (const sql of buildPartitionSql(table, week)) await transaction.query(sql);
    }
  });
}

/** Splices name and bounds into the text because DDL takes no bound values. Neither comes from outside. */
function buildPartitionSql(table: string, week: string): string[] {
  const name = toPartitionName(table, week);
  // The CHECK constraint saves Postgres a scan of the rows when it attaches the table.
  return [
    `CREATE TABLE ${name} (
       LIKE ${table} INCLUDING ALL,
       CONSTRAINT in_week CHECK (week >= '${week}' AND week < '${computeNextWeek(week)}'))`,
    `ALTER TABLE ${table} ATTACH PARTITION ${name} ${partitionBounds(week)}`,
    `ALTER TABLE ${name} DROP CONSTRAINT in_week`,
  ];
}

/**
 * The tables that have no partition for this week.
 * @throws SvcError SERVICE_UNAVAILABLE while retention takes the week: the table exists, but is detached.
 */
async function listMissingPartitions(statements: Statements, week: string): Promise<string[]> {
  const rows = await statements.query<{ name: string; attached: boolean }>(
    `SELECT relname AS name,
            relispartition AND NOT coalesce(pg_inherits.inhdetachpending, false) AS attached
     FROM pg_class
     LEFT JOIN pg_inherits ON pg_inherits.inhrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[])`,
    [PARTITIONED_TABLES.map((table) => toPartitionName(table, week))],
  );
  if (rows.some((row) => !row.attached))
    throw buildBusyError(`retention is taking the week of ${week}`);
  const names = new Set(rows.map((row) => row.name));
  return PARTITIONED_TABLES.filter((table) => !names.has(toPartitionName(table, week)));
}

/** An upload requires the missing partitions of a week. They are created outside its transaction. */
export class MissingPartitionsError extends Error {
  readonly week: string;

  constructor(week: string) {
    super(`the week of ${week} has no partitions`);
    this.week = week;
  }
}

/** @throws MissingPartitionsError */
export async function requirePartitions(transaction: Transaction, week: string): Promise<void> {
  if ((await listMissingPartitions(transaction, week)).length > 0)
    throw new MissingPartitionsError(week);
}

/**
 * Runs work that requires partitions. If some are missing, creates them on the `ddl` connections and runs the work
 * again.
 */
export async function runWithPartitions<Answer>(
  ddl: Database,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !(error instanceof MissingPartitionsError)) throw error;
      await makeWeek(ddl, error.week);
    }
  }
}

// An upload may require two weeks: the current one and the one in which its execution began.
const MAX_TRIES = 4;

/**
 * Creates partitions ahead of need: if the job fails, a server still has a month to write into. Includes the week
 * before, for a clock that is set back.
 */
export async function makeComingPartitions(database: Database, now: Date): Promise<void> {
  await makePartitions(
    database,
    new Date(now.getTime() - WEEK_MS),
    new Date(now.getTime() + 4 * WEEK_MS),
  );
}

/** The Mondays of the weeks that have partitions, detached ones included, the oldest first. */
export async function listPartitionWeeks(database: Pick<Statements, 'query'>): Promise<string[]> {
  const rows = await database.query<{ week: string }>(
    `SELECT DISTINCT to_date(right(relname, 8), 'YYYYMMDD')::text AS week
     FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace
       AND relkind = 'r'
       AND relname ~ $1
     ORDER BY 1`,
    [`^(?:${PARTITIONED_TABLES.join('|')})_[0-9]{8}$`],
  );
  return rows.map((row) => row.week);
}

/**
 * Limits the wait for a lock: every statement behind a waiting lock request waits too. The caller tries again the
 * next time.
 */
export async function limitLockWait(transaction: Transaction): Promise<void> {
  await transaction.query(`SET LOCAL lock_timeout = '2s'`);
}

/** Blocks uploads into the week's partitions, but not reads, until the transaction ends. */
export async function lockPartitions(transaction: Transaction, week: string): Promise<void> {
  const names = PARTITIONED_TABLES.map((table) => toPartitionName(table, week));
  await transaction.query(`LOCK TABLE ${names.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
}

/** The bounds of a week's partition, in SQL. */
export function partitionBounds(week: string): string {
  return `FOR VALUES FROM ('${week}') TO ('${computeNextWeek(week)}')`;
}

export function toPartitionName(table: string, week: string): string {
  return `${table}_${week.replaceAll('-', '')}`;
}

/** The Monday after this one. */
export function computeNextWeek(week: string): string {
  return toDay(new Date(Date.parse(week) + WEEK_MS));
}

/** The UTC day of a time: `2026-11-23`. */
export function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
