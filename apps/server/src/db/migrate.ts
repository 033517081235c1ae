import { SequelizeStorage, Umzug } from 'umzug';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { Say } from './migrations/migration.ts';

// Any number will do that nothing else in this database locks.
const MIGRATION_LOCK = 7_382_002;

/**
 * Brings the schema up to date; several servers that start at once wait for the first. Answers the
 * names of what ran. Tells how it goes on where there may be rows: a database that is new takes no time.
 */
export async function migrate(database: Database, say: Say): Promise<string[]> {
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: async () => {
        await database.transaction((transaction) => up({ database, transaction, say }));
      },
      down: async () => {
        await database.transaction((transaction) => down({ database, transaction, say }));
      },
    })),
    storage: new SequelizeStorage({
      sequelize: database.sequelize,
      tableName: 'schema_migrations',
    }),
    logger: undefined,
  });
  return database.transaction(async (transaction) => {
    await database.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK], transaction);
    if ((await umzug.executed()).length > 0) tellSteps(umzug, say);
    return (await umzug.up()).map((migration) => migration.name);
  });
}

/** A line when a step begins, and one when it is done. */
function tellSteps(umzug: Umzug, say: Say): void {
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
