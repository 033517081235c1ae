import { Umzug } from 'umzug';
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
  const umzug = new Umzug({
    migrations: steps.map(({ name, up }) => ({
      name,
      up: async () => {
        await database.transaction(async (transaction) => {
          await changeOneNodeAtATime(transaction);
          await up(transaction);
          await record(transaction, name);
        });
      },
    })),
    // Each step writes its own record, in its transaction. If umzug wrote the record afterwards, a crash between the
    // two would lose it, and every later start would fail at that step.
    storage: {
      executed: () => listRecordedMigrations(database),
      logMigration: async () => {},
      unlogMigration: async () => {},
    },
    logger: undefined,
  });
  return database.transaction(async (transaction) => {
    await transaction.query(`SELECT ${lockSql(LOCKS.migration)}`);
    await database.query(RECORDS);
    await refuseNewer(database, steps);
    if ((await umzug.executed()).length > 0) reportSteps(umzug, say);
    return (await umzug.up()).map((migration) => migration.name);
  });
}

/** @throws DatabaseRefusal when a later version of svc has changed the schema: this one would misread it. */
async function refuseNewer(database: Database, steps: readonly Migration[]): Promise<void> {
  const known = new Set(steps.map(({ name }) => name));
  const unknown = (await listRecordedMigrations(database)).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new DatabaseRefusal(
    `The database is of a newer svc: it has the step '${unknown}'. Install that version or a later one, or restore the backup from before the upgrade.`,
  );
}

/** Prints a line when a step begins and when it ends. */
function reportSteps(umzug: Umzug, say: Say): void {
  let begunAt = 0;
  umzug.on('migrating', ({ name }) => {
    begunAt = performance.now();
    say(`updating the database: ${name}`);
  });
  umzug.on('migrated', ({ name }) => {
    const seconds = ((performance.now() - begunAt) / 1_000).toFixed(1);
    say(`updated the database: ${name} took ${seconds} s`);
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
