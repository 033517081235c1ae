import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { SvcError } from '../../errors.ts';
import { toCallerKey } from './client-address.ts';

const MINUTE_MS = 60_000;
// Some megabytes at most. A limit per address cannot stop a client with this many addresses.
const CALLERS = 20_000;

/**
 * Limits how often one address may do an action per clock minute. Each server counts for itself, in memory: rows in the
 * database for every address would have no bound.
 */
export class AddressLimit {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #refusal: string;
  readonly #counts = new LRUCache<string, { minute: number; count: number }>({ max: CALLERS });

  /** `refusal` is the sentence of the answer, without the hint. */
  constructor(clock: Clock, perMinute: number, refusal: string) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#refusal = refusal;
  }

  /** The number of requests left to the address in this minute. */
  countLeft(address: string): number {
    const found = this.#counts.get(toCallerKey(address));
    return this.#perMinute - (found?.minute === this.#getMinute() ? found.count : 0);
  }

  count(address: string): void {
    const count = this.#perMinute - this.countLeft(address) + 1;
    this.#counts.set(toCallerKey(address), { minute: this.#getMinute(), count });
  }

  buildRefusalError(): SvcError {
    return buildRateLimitError(this.#refusal, MINUTE_MS - (this.#getNowMs() % MINUTE_MS));
  }

  #getMinute(): number {
    return Math.floor(this.#getNowMs() / MINUTE_MS);
  }

  #getNowMs(): number {
    return this.#clock.now().getTime();
  }
}

/** The rate limit error, with the time to wait. */
export function buildRateLimitError(sentence: string, waitMs: number): SvcError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new SvcError('RATE_LIMITED', sentence, {
    hint: `Try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}
