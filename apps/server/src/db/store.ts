import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { systemClock } from '../clock.ts';
import { distributeAtStart } from './citus/distribute.ts';
import { describeConnectionShortage } from './connections/connection-shortage.ts';
import { readConnectionCounts } from './connections/connection-shortage.queries.ts';
import { openDatabase, type Database } from './connections/database.ts';
import { addReplica, openDatabases, type Databases } from './connections/databases.ts';
import { DatabaseRefusal } from './database-refusal.ts';
import { EmbeddedPostgresError } from './embedded/embedded-postgres-error.ts';
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/embedded-postgres.ts';
import type { Log } from './embedded/supervised-postgres.ts';
import { migrate } from './migrate.ts';
import { makeComingPartitions } from './partitions/partitions.ts';

export interface Store {
  databases: Databases;
  /** Why the embedded Postgres does not answer at the moment; null when it answers, and with DATABASE_URL. */
  databaseTrouble(): string | null;
  close(): Promise<void>;
}

/** Opens the configured or embedded database, started, migrated, and on a Citus cluster distributed. */
export async function openStore(config: Config, log: Log): Promise<Store> {
  const postgres =
    config.databaseUrl === null ? await startEmbeddedPostgres(config.dataDir, log) : null;
  const databaseUrl = postgres?.databaseUrl ?? config.databaseUrl ?? '';
  const store = await prepareStore(databaseUrl, { config, log }, async () => {
    await postgres?.stop();
  });
  try {
    await warnOfShortage(store.databases, { config, log });
    const { databases, close } = await followReplica(store, { config, log });
    return { databases, close, databaseTrouble: () => postgres?.trouble() ?? null };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function warnOfShortage(
  { jobs, jobQueue }: Databases,
  { config, log }: { config: Config; log: Log },
): Promise<void> {
  const counts = await readConnectionCounts(jobs, jobQueue.applicationName);
  const shortage = describeConnectionShortage(config.databasePoolSize, counts);
  if (shortage !== null) log.warn(`svc: ${shortage}`);
}

async function followReplica(
  store: Store,
  { config, log }: { config: Config; log: Log },
): Promise<Store> {
  if (config.databaseReadUrl === null) return store;
  const options = { total: config.databasePoolSize, log };
  const databases = await addReplica(store.databases, config.databaseReadUrl, options);
  return { ...store, databases, close: () => closeStore(databases, async () => {}) };
}

async function closeStore(databases: Databases, stop: () => Promise<void>): Promise<void> {
  // Unfinished work keeps its connection. The connection ends with Postgres or with this process.
  await Promise.race([databases.close(), sleep(CLOSE_MS, undefined, { ref: false })]);
  await stop();
}

/** What a command needs that differs from a server. */
interface BesideOptions {
  /** Leaves the tables where they are: the command distributes them itself. */
  leaveTables?: boolean;
}

/** As `openStore`, for a command that may run while a server runs: uses an embedded Postgres that already runs. */
export async function openStoreBeside(
  config: Config,
  log: Log,
  options: BesideOptions = {},
): Promise<Store> {
  const running = config.databaseUrl ?? (await findRunningEmbeddedPostgres(config.dataDir));
  if (running !== null) return prepareStore(running, { config, log, ...options }, async () => {});
  if (!existsSync(join(config.dataDir, 'postgres'))) {
    throw new EmbeddedPostgresError(
      `There is no database in ${config.dataDir}. Start the server once, or name its directory in SVC_DATA_DIR.`,
    );
  }
  return openStore(config, log);
}

/** A database without prepared tables. */
export interface BareDatabase {
  databaseUrl: string;
  close(): Promise<void>;
}

/** Opens the database that a backup is restored into, and starts an embedded Postgres that does not run. */
export async function openBareDatabase(config: Config, log: Log): Promise<BareDatabase> {
  const running = config.databaseUrl ?? (await findRunningEmbeddedPostgres(config.dataDir));
  if (running !== null) return { databaseUrl: running, close: async () => {} };
  const { databaseUrl, stop } = await startEmbeddedPostgres(config.dataDir, log);
  return { databaseUrl, close: stop };
}

async function prepareStore(
  databaseUrl: string,
  { config, log, leaveTables }: { config: Config; log: Log } & BesideOptions,
  stop: () => Promise<void>,
): Promise<Store> {
  const databases = openDatabases(databaseUrl, config.databasePoolSize, log);
  const close = () => closeStore(databases, stop);
  try {
    await prepareSchema(databaseUrl, { log, leaveTables });
    await makeComingPartitions(databases.jobs, systemClock.now());
    if (config.databaseUrl !== null) await warnOfSuperuser(databases.jobs, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { databases, databaseTrouble: () => null, close };
}

// Idle connections close within milliseconds.
const CLOSE_MS = 1_000;

async function warnOfSuperuser(database: Database, log: Log): Promise<void> {
  const [role] = await database.query<{ name: string; isSuperuser: boolean }>(
    `SELECT rolname AS name, rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`,
  );
  if (role?.isSuperuser !== true) return;
  log.warn(
    `DATABASE_URL connects as '${role.name}', a superuser. A role that only owns the database of svc is enough.`,
  );
}

/** Uses its own connections, whose statements have no time limit. */
async function prepareSchema(
  databaseUrl: string,
  { log, leaveTables = false }: { log: Log } & BesideOptions,
): Promise<void> {
  const database = openDatabase(databaseUrl, 2, { work: 'migration' });
  try {
    await refuseOldPostgres(database);
    await migrate(database, log.info);
    if (!leaveTables) await distributeAtStart(database, log);
  } finally {
    await database.close();
  }
}

// The oldest version that the tests run on.
const OLDEST_POSTGRES = 15;

async function refuseOldPostgres(database: Database): Promise<void> {
  const [row] = await database.query<{ number: string; version: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version`,
  );
  if (row === undefined || Number(row.number) >= OLDEST_POSTGRES * 10_000) return;
  throw new DatabaseRefusal(
    `DATABASE_URL names Postgres ${row.version}, and svc needs version ${OLDEST_POSTGRES} or later. Upgrade it, or name another one.`,
  );
}
