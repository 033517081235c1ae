import type { FastifyInstance } from 'fastify';
import { openAnswerCache } from '../src/http/answers/answer-cache.ts';
import { openLimiters } from '../src/limiters/limiters.ts';
import type { Clock } from '../src/clock.ts';
import { buildApp } from '../src/app.ts';
import { readConfig, type Config } from '../src/config.ts';
import { addReplica, openDatabases, type Databases } from '../src/db/connections/databases.ts';
import type { Deps } from '../src/deps.ts';
import { systemRandom } from '../src/random.ts';
import { WakeUp } from '../src/jobs/wake-up.ts';
import { makeMeasurements } from '../src/measurements.ts';
import { openKeyring } from '../src/secrets/keyring.ts';
import { openDiskReserve } from '../src/storage/disk-reserve.ts';
import { openStorage } from '../src/storage/storage.ts';
import { testClock } from './clock.ts';
import { makeDisk } from './storages/storages.ts';

export interface RunningApp {
  app: FastifyInstance;
  deps: Deps;
  /** Makes the app reachable on the loopback address, and returns its address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Builds the app in this process, on a migrated database, with high rate limits and a storage of its own. */
export async function startApp(
  databaseUrl: string,
  env: Record<string, string>,
  openClock: (databases: Databases) => Promise<Clock> = async () => testClock,
): Promise<RunningApp> {
  const disk = await makeDisk();
  const config = readConfig(
    {
      DATABASE_URL: databaseUrl,
      SVC_SECRET: 'a secret that only the tests know, long enough',
      SVC_BASE_URL: 'http://svc.test',
      SVC_RATE_LIMIT_READS: '100000',
      SVC_RATE_LIMIT_WRITES: '100000',
      SVC_LOG_LEVEL: 'silent',
      ...disk.env,
      ...env,
    },
    '/',
  );
  const databases = await openAll(config, databaseUrl);
  const deps: Deps = {
    config,
    databases,
    database: databases.jobs,
    storage: await openStorage(config.storage),
    diskReserve: openDiskReserve(config),
    limiters: openLimiters(config),
    answerCache: openAnswerCache(config),
    keyring: openKeyring(config),
    clock: await openClock(databases),
    random: systemRandom,
    measurements: makeMeasurements(),
    rollUps: new WakeUp(),
    version: '0.0.0-test',
  };
  const app = await buildApp(deps);
  let listening: Promise<string> | undefined;
  return {
    app,
    deps,
    listen: () => (listening ??= app.listen({ host: '127.0.0.1', port: 0 })),
    close: async () => {
      await app.close();
      await databases.close();
      await disk.close();
    },
  };
}

async function openAll(config: Config, databaseUrl: string): Promise<Databases> {
  const total = config.databasePoolSize;
  const databases = openDatabases(databaseUrl, total, SILENT);
  if (config.databaseReadUrl === null) return databases;
  return addReplica(databases, config.databaseReadUrl, { total, log: SILENT });
}

const SILENT = { info: () => {}, warn: () => {} };
