import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase, type Database } from './database.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
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
  const databaseUrl = postgres?.databaseUrl ?? config.databaseUrl ?? '';
  return prepared(databaseUrl, { config, log }, async () => {
    await postgres?.stop();
  });
}

/** The same for a command beside a server: an embedded Postgres that runs already is used as it is. */
export async function openStoreBeside(config: Config, log: Log): Promise<Store> {
  const running = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir));
  if (running !== null) return prepared(running, { config, log }, async () => {});
  if (!existsSync(join(config.dataDir, 'postgres'))) {
    throw new EmbeddedPostgresError(
      `There is no database in ${config.dataDir}. Start the server once, or name its directory in SVC_DATA_DIR.`,
    );
  }
  return openStore(config, log);
}

async function prepared(
  databaseUrl: string,
  { config, log }: { config: Config; log: Log },
  stop: () => Promise<void>,
): Promise<Store> {
  const database = openDatabase(databaseUrl, config.databasePoolSize);
  const close = async (): Promise<void> => {
    await database.close();
    await stop();
  };
  try {
    await migrate(database, log.info);
    await makeComingPartitions(database, new Date());
  } catch (error) {
    await close();
    throw error;
  }
  return { database, close };
}
