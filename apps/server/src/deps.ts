import { systemClock, type Clock } from './clock.ts';
import { systemRandom, type Random } from './random.ts';
import { openAnswerCache, type AnswerCache } from './http/answers/answer-cache.ts';
import { openLimiters, type Limiters } from './limiters/limiters.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connections/database.ts';
import type { Databases } from './db/connections/databases.ts';
import { WakeUp } from './jobs/wake-up.ts';
import { makeMeasurements, type Measurements } from './measurements.ts';
import { openKeyring, type Keyring } from './secrets/keyring.ts';
import { openDiskReserve, type DiskReserve } from './storage/disk-reserve.ts';
import { openStorage, type Storage } from './storage/storage.ts';
import manifest from '../package.json' with { type: 'json' };

/** The dependencies of services: database, files, clock, randomness, settings, log. */
export interface Deps {
  config: Config;
  databases: Databases;
  /** The connections for the current kind of work: a request's own in a request, otherwise the jobs'. */
  database: Database;
  storage: Storage;
  /** Keeps some space free on the disks that the server itself fills. */
  diskReserve: DiskReserve;
  /** Bounds the memory and the work of all requests together. */
  limiters: Limiters;
  /** Null: SVC_ANSWER_CACHE_MB is 0. */
  answerCache: AnswerCache | null;
  /** Encrypts what the database stores of secrets. */
  keyring: Keyring;
  clock: Clock;
  random: Random;
  measurements: Measurements;
  /** Wakes the roll-ups after an upload, so that answers include the upload soon. */
  rollUps: WakeUp;
  version: string;
  /** Why the embedded Postgres does not answer at the moment; null when it answers. Absent with DATABASE_URL. */
  databaseTrouble?(): string | null;
}

/** The dependencies of a real process. */
export async function createSystemDeps(config: Config, databases: Databases): Promise<Deps> {
  const storage = await openStorage(config.storage);
  return {
    config,
    databases,
    database: databases.jobs,
    storage,
    diskReserve: openDiskReserve(config),
    limiters: openLimiters(config),
    answerCache: openAnswerCache(config),
    keyring: openKeyring(config),
    clock: systemClock,
    random: systemRandom,
    measurements: makeMeasurements(),
    rollUps: new WakeUp(),
    version,
  };
}

/** The server's version, from its package. */
export const version: string = manifest.version;
