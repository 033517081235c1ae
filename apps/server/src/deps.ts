import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';

/** What services are given instead of reaching for it: the database, the clock, randomness, settings, the log. */
export interface Deps {
  config: Config;
  database: Database;
  clock: Clock;
  random: Random;
  version: string;
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

export const systemClock: Clock = { now: () => new Date() };

export const systemRandom: Random = { id: () => v7(), integer: (limit) => randomInt(limit) };
