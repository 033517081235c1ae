import { LRUCache } from 'lru-cache';
import type { Clock } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { callerOf } from './client-address.ts';

const MINUTE_MS = 60_000;
// Some megabytes at most. Whoever has so many addresses is not held up by limits for each of them.
const CALLERS = 20_000;

/**
 * How often something may be done from one address within a minute of the clock. One server counts for
 * itself, in memory: rows for every address that ever asked would have no bound.
 */
export class AddressLimit {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #refusal: string;
  readonly #counts = new LRUCache<string, { minute: number; count: number }>({ max: CALLERS });

  /** `refusal` is the sentence of the answer, without what to do. */
  constructor(clock: Clock, perMinute: number, refusal: string) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#refusal = refusal;
  }

  /** How many times are left to the address in this minute. */
  left(address: string): number {
    const found = this.#counts.get(callerOf(address));
    return this.#perMinute - (found?.minute === this.#minute() ? found.count : 0);
  }

  count(address: string): void {
    const count = this.#perMinute - this.left(address) + 1;
    this.#counts.set(callerOf(address), { minute: this.#minute(), count });
  }

  refusal(): SvcError {
    return tooMany(this.#refusal, MINUTE_MS - (this.#nowMs() % MINUTE_MS));
  }

  #minute(): number {
    return Math.floor(this.#nowMs() / MINUTE_MS);
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}

/** Says what is too much, and for how long. */
export function tooMany(sentence: string, waitMs: number): SvcError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new SvcError('RATE_LIMITED', sentence, {
    hint: `Try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}
