import { SequelizeStorage, Umzug } from 'umzug';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';

// Any number will do that nothing else in this database locks.
const MIGRATION_LOCK = 7_382_002;

/** Brings the schema up to date; several servers that start at once wait for the first. Answers the names of what ran. */
export async function migrate(database: Database): Promise<string[]> {
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: async () => {
        await database.transaction((transaction) => up({ database, transaction }));
      },
      down: async () => {
        await database.transaction((transaction) => down({ database, transaction }));
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
    return (await umzug.up()).map((migration) => migration.name);
  });
}
