import type { Database } from './connections/database.ts';
import { DatabaseRefusal } from './database-refusal.ts';
import { LOCKS, lockSql } from './locks.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { changeOneNodeAtATime } from './citus/cluster.queries.ts';
import type { Transaction } from './statements.ts';

/** Prints one line; the text has no line break. */
type Say = (line: string) => void;

/**
 * Brings the schema up to date; returns the names of the steps that ran. When several servers start at once, the
 * others wait for the first. Reports progress unless the database is new, where every step is instant.
 */
export async function migrate(
  database: Database,
  say: Say,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    await transaction.query(`SELECT ${lockSql(LOCKS.migration)}`);
    await database.query(RECORDS);
    const recorded = new Set(await listRecordedMigrations(database));
    refuseNewer(recorded, steps);
    const pending = steps.filter(({ name }) => !recorded.has(name));
    for (const step of pending) {
      await (recorded.size === 0 ? run(database, step) : runAndReport(database, step, say));
    }
    return pending.map(({ name }) => name);
  });
}

/** @throws DatabaseRefusal when a later version of svc has changed the schema: this one would misread it. */
function refuseNewer(recorded: Set<string>, steps: readonly Migration[]): void {
  const known = new Set(steps.map(({ name }) => name));
  const unknown = [...recorded].find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new DatabaseRefusal(
    `The database is of a newer svc: it has the step '${unknown}'. Install that version or a later one, or restore the backup from before the upgrade.`,
  );
}

/** Prints a line when the step begins and when it ends. */
async function runAndReport(database: Database, step: Migration, say: Say): Promise<void> {
  const begunAt = performance.now();
  say(`updating the database: ${step.name}`);
  await run(database, step);
  const seconds = ((performance.now() - begunAt) / 1_000).toFixed(1);
  say(`updated the database: ${step.name} took ${seconds} s`);
}

/** The record is written in the step's transaction: a crash loses both or neither. */
async function run(database: Database, { name, up }: Migration): Promise<void> {
  await database.transaction(async (transaction) => {
    await changeOneNodeAtATime(transaction);
    await up(transaction);
    await record(transaction, name);
  });
}

const RECORDS = 'CREATE TABLE IF NOT EXISTS schema_migrations (name varchar(255) PRIMARY KEY)';

async function listRecordedMigrations(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'SELECT name FROM schema_migrations ORDER BY name',
  );
  return rows.map((row) => row.name);
}

async function record(transaction: Transaction, name: string): Promise<void> {
  await transaction.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
}
