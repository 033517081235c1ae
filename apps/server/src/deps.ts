import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { openGates, type Gates } from './admission/gates.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Databases } from './db/databases.ts';
import { openStorage, type Storage } from './storage/storage.ts';
import { version } from './version.ts';

/** What services are given instead of reaching for it: the database, the files, the clock, randomness, settings, the log. */
export interface Deps {
  config: Config;
  databases: Databases;
  /** The connections for the work at hand: a request's own in a request, else those of jobs. */
  database: Database;
  storage: Storage;
  /** What bounds the memory of all requests together. */
  gates: Gates;
  clock: Clock;
  random: Random;
  version: string;
  /** Why the embedded Postgres gives no answers at the moment; null when it does. Absent with DATABASE_URL. */
  databaseTrouble?(): string | null;
}

/** Those of a real process. */
export async function systemDeps(config: Config, databases: Databases): Promise<Deps> {
  const storage = await openStorage(config.storage);
  return {
    config,
    databases,
    database: databases.jobs,
    storage,
    gates: openGates(config),
    clock: systemClock,
    random: systemRandom,
    version,
  };
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** A UUIDv7; of two made by one process the later is the greater. */
  id(): string;
  /** A whole number from 0 to below `limit`, from a cryptographic source. */
  integer(limit: number): number;
}

// One call for the randomness of 256 ids: a call for each was a tenth of what an upload costs.
const POOL_BYTES = 256 * 16;

export const systemRandom: Random = { id: increasingIds(), integer: (limit) => randomInt(limit) };

const systemClock: Clock = { now: () => new Date() };

/** UUIDv7s that increase also within a millisecond, by the counter that RFC 9562 allows in the place of random bits. */
function increasingIds(): () => string {
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
      // Half of the counter's range is left to count in.
      seq = new DataView(random.buffer, random.byteOffset).getUint32(12) >>> 1;
    } else {
      seq++;
    }
    return v7({ msecs, seq, random });
  };
}
