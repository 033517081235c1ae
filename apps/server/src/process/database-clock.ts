import { formatDuration } from '@svc/contract/zod-free/amounts';
import { systemClock, type Clock } from '../clock.ts';
import type { Database } from '../db/connections/database.ts';
import { readDatabaseTime } from './database-time.queries.ts';

interface Options {
  database: Pick<Database, 'query'>;
  warn(line: string): void;
  /** The machine's clock. */
  machine?: Clock;
}

// NTP and the way to the database leave less. A smaller difference harms nothing: the shortest lease is a minute.
const IGNORED_MS = 1_000;
const WARNED_MS = 30_000;
// A longer way to the database makes the measurement too inexact.
const MAX_ROUND_TRIP_MS = 2_000;
const INTERVAL_MS = 60_000;

/**
 * The time of the database, which all of its servers have in common: what one server writes as due, claimed or valid
 * until some time, another one compares with its own. Uses the machine's clock, corrected by its difference from the
 * database's.
 */
export class DatabaseClock implements Clock {
  readonly #options: Options;
  readonly #machine: Clock;
  #behindMs = 0;
  #hasWarned = false;

  constructor({ machine = systemClock, ...options }: Options) {
    this.#options = { ...options, machine };
    this.#machine = machine;
  }

  now(): Date {
    return new Date(this.#machine.now().getTime() + this.#behindMs);
  }

  /** Measures the difference, and warns of a machine whose clock is wrong. */
  async adjust(): Promise<void> {
    const before = this.#machine.now().getTime();
    const databaseMs = await readDatabaseTime(this.#options.database);
    const after = this.#machine.now().getTime();
    if (after - before > MAX_ROUND_TRIP_MS || after < before) return;
    const behindMs = Math.round(databaseMs - (before + after) / 2);
    this.#behindMs = Math.abs(behindMs) <= IGNORED_MS ? 0 : behindMs;
    const isWrong = Math.abs(behindMs) > WARNED_MS;
    if (isWrong && !this.#hasWarned) this.#options.warn(describeDifference(behindMs));
    this.#hasWarned = isWrong;
  }

  /** Adjusts again every minute. While the database does not answer, the last difference stays. */
  keepAdjusting(): void {
    setInterval(() => void this.adjust().catch(() => undefined), INTERVAL_MS).unref();
  }
}

function describeDifference(behindMs: number): string {
  const difference = formatDuration(Math.abs(behindMs));
  return `svc: the clock of this machine is ${difference} ${behindMs > 0 ? 'behind' : 'ahead of'} the database's. This server uses the database's time; synchronise both clocks.`;
}
