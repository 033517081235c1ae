import type { Config } from '../config.ts';
import { openDatabase, type Database } from './database.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { makeComingPartitions } from './partitions.ts';

export interface Store {
  database: Database;
  close(): Promise<void>;
}

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** The database that the settings name, or the embedded one, started and brought up to date. */
export async function openStore(config: Config, log: Log): Promise<Store> {
  const postgres =
    config.databaseUrl === null ? await startEmbeddedPostgres(config.dataDir, log) : null;
  return prepared(postgres?.databaseUrl ?? config.databaseUrl ?? '', config, async () => {
    await postgres?.stop();
  });
}

/** The same for a command beside a server: an embedded Postgres that runs already is used as it is. */
export async function openStoreBeside(config: Config, log: Log): Promise<Store> {
  const running = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir));
  return running === null ? openStore(config, log) : prepared(running, config, async () => {});
}

async function prepared(
  databaseUrl: string,
  config: Config,
  stop: () => Promise<void>,
): Promise<Store> {
  const database = openDatabase(databaseUrl, config.databasePoolSize);
  const close = async (): Promise<void> => {
    await database.close();
    await stop();
  };
  try {
    await migrate(database);
    await makeComingPartitions(database, new Date());
  } catch (error) {
    await close();
    throw error;
  }
  return { database, close };
}
