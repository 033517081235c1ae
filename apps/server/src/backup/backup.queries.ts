import type pg from 'pg';
import { PARTITIONED_TABLES } from '../db/partitions/partitions.ts';
import { LOCKS, lockSql } from '../db/locks.ts';
import type { Statements } from '../db/statements.ts';

// Text is read by every version of Postgres. These settings make a text mean the same everywhere.
const TEXT_FORMAT = `
  SET client_encoding = 'UTF8';
  SET DateStyle = 'ISO, YMD';
  SET IntervalStyle = 'postgres';
  SET TimeZone = 'UTC';
  SET extra_float_digits = 1;
  SET bytea_output = 'hex'`;

const NO_TIME_LIMITS = `
  SET statement_timeout = 0;
  SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0`;

/** Prepares the connection on which rows are copied out or in. */
export async function prepareCopying(client: pg.Client): Promise<void> {
  await client.query(`${TEXT_FORMAT};${NO_TIME_LIMITS}`);
}

/**
 * Begins the transaction whose snapshot is the backup, and returns its time. Locks the tables first, so that no step of
 * the schema and no detached week falls between the snapshot and the reading of a table.
 */
export async function beginSnapshot(client: pg.Client, tables: readonly string[]): Promise<Date> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`LOCK TABLE ${tables.map(quote).join(', ')} IN ACCESS SHARE MODE`);
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const [row] = rows;
  if (row === undefined) throw new Error('Postgres did not answer with its time');
  return row.at;
}

export async function endTransaction(client: pg.Client): Promise<void> {
  await client.query('COMMIT');
}

/** The columns of each table, in order, without those that Postgres computes. */
export async function listColumns(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class
     JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = current_schema()::regnamespace
       AND relkind IN ('r', 'p')
       AND NOT relispartition
       AND attgenerated = ''
     GROUP BY relname`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The weeks that the snapshot has rows of, the oldest first: each is a range of one partition. */
export async function listWeeks(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ week: string }>(
    `SELECT to_date(right(relname, 8), 'YYYYMMDD')::text AS week
     FROM pg_inherits
     JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = $1::regclass AND relname ~ '_[0-9]{8}$'
     ORDER BY 1`,
    [table],
  );
  return rows.map(({ week }) => week);
}

export function isPartitioned(table: string): boolean {
  return PARTITIONED_TABLES.some((one) => one === table);
}

/** The statement that sends the rows of a table, or of one week of it. `week` is a date that Postgres formatted. */
export function copyOutSql(
  table: string,
  { columns, week }: { columns: readonly string[]; week: string | null },
): string {
  const where = week === null ? '' : ` WHERE week = '${week}'`;
  return `COPY (SELECT ${listNames(columns)} FROM ${quote(table)}${where}) TO STDOUT`;
}

/** The statement that sends the stored files that nothing may delete yet: organization, hash and size. */
export const COPY_FILES_OUT = `COPY (
  SELECT organization_id, sha256, size_bytes
  FROM artifact_contents
  WHERE doomed_at IS NULL
  ORDER BY organization_id, sha256) TO STDOUT`;

export function copyInSql(table: string, columns: readonly string[]): string {
  return `COPY ${quote(table)} (${listNames(columns)}) FROM STDIN`;
}

function listNames(columns: readonly string[]): string {
  return columns.map(quote).join(', ');
}

/** Quotes the name of a table or column. */
function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Begins the transaction that loads everything. A server that starts meanwhile waits until it ends. */
export async function beginLoading(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SELECT ${lockSql(LOCKS.bootstrap)}`);
}

/** Whether the database has an organization or a user. */
export async function hasOwners(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM organizations) OR EXISTS (SELECT 1 FROM users) AS found',
  );
  return rows[0]?.found === true;
}

/** Updates the planner's statistics: without them, the first questions would read whole tables. */
export async function analyzeTables(client: pg.Client): Promise<void> {
  await client.query('ANALYZE');
}

/** The steps of the schema that the database has; none in an empty database. */
export async function listSchemaSteps(statements: Pick<Statements, 'query'>): Promise<string[]> {
  const [table] = await statements.query<{ found: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  if (table?.found !== true) return [];
  const rows = await statements.query<{ name: string }>(
    'SELECT name FROM schema_migrations ORDER BY name',
  );
  return rows.map(({ name }) => name);
}
