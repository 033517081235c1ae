import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { openLimiters, type Limiters } from './limiters/limiters.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connections/database.ts';
import type { Databases } from './db/connections/databases.ts';
import { makeMeasurements, type Measurements } from './measurements.ts';
import { openKeyring, type Keyring } from './secrets/keyring.ts';
import { openDiskReserve, type DiskReserve, openStorage, type Storage } from './artifacts/index.ts';
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
  /** Encrypts what the database stores of secrets. */
  keyring: Keyring;
  clock: Clock;
  random: Random;
  measurements: Measurements;
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
    keyring: openKeyring(config),
    clock: systemClock,
    random: systemRandom,
    measurements: makeMeasurements(),
    version,
  };
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** A UUIDv7. Ids of one process increase. */
  id(): string;
  /** An integer from 0 to below `limit`, from a cryptographic source. */
  integer(limit: number): number;
}

// Draws random bytes for 256 ids at once: one call per id took a tenth of an upload's time.
const POOL_BYTES = 256 * 16;

export const systemRandom: Random = {
  id: createIdGenerator(),
  integer: (limit) => randomInt(limit),
};

export const systemClock: Clock = { now: () => new Date() };

/** UUIDv7s that also increase within a millisecond, with the counter that RFC 9562 allows instead of random bits. */
function createIdGenerator(): () => string {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  let msecs = 0;
  let seq = 0;
  return () => {
    if (used === POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, (used += 16));
    const now = Date.now();
    if (now > msecs) {
      msecs = now;
      // Starts in the lower half of the counter's range, which leaves the upper half to count in.
      seq = new DataView(random.buffer, random.byteOffset).getUint32(12) >>> 1;
    } else {
      seq++;
    }
    return v7({ msecs, seq, random });
  };
}

/** The server's version, from its package. */
export const version: string = manifest.version;
