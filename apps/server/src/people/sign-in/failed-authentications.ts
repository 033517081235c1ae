import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { SvcError } from '../../errors.ts';
import { AddressLimit } from '../../http/limits/address-limit.ts';
import { toCallerKey } from '../../http/limits/client-address.ts';

// Guessing a key is hopeless anyway. This bounds the cost of a broken client or a flood.
const FAILURES_PER_MINUTE = 20;
const VALID_MS = 60 * 60 * 1_000;
const CREDENTIALS = 20_000;

export interface Attempt {
  address: string;
  /** The text of the Authorization header or the cookie. */
  credential: string | undefined;
}

/**
 * Refuses further credentials from an address after 20 failures within a minute, before any look-up. A credential
 * that was valid within the last hour is still looked up, so that a guesser behind a NAT or a proxy does not lock out
 * others there. Each server counts for itself: the count bounds the server's own work, and a shared count would be a
 * query.
 */
export class FailedAuthentications {
  readonly #clock: Clock;
  readonly #failures: AddressLimit;
  readonly #validAt = new LRUCache<string, number>({ max: CREDENTIALS });
  readonly #underWay = new Map<string, UnderWay>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#failures = new AddressLimit(
      clock,
      FAILURES_PER_MINUTE,
      'Too many failed authentications from this address.',
    );
  }

  /**
   * Looks the credential up with `look`, which throws SvcError UNAUTHORIZED for an invalid one.
   * @throws SvcError RATE_LIMITED instead of looking it up, from the 21st failure of a minute on.
   */
  async guard<Found>({ address, credential }: Attempt, look: () => Promise<Found>): Promise<Found> {
    const caller = toCallerKey(address);
    const id = credential === undefined ? null : digest(credential);
    const isKnown = id !== null && this.#wasValidLately(id);
    if (!isKnown) await this.#enter(caller);
    try {
      const found = await look();
      if (id !== null) this.#validAt.set(id, this.#getNowMs());
      return found;
    } catch (error) {
      if (error instanceof SvcError && error.code === 'UNAUTHORIZED') {
        if (id !== null) this.#validAt.delete(id);
        this.#failures.count(caller);
      }
      throw error;
    } finally {
      if (!isKnown) this.#leave(caller);
    }
  }

  /** A session that just began: its first requests are looked up, even if the address has failed too often. */
  trust(...credentials: string[]): void {
    for (const one of credentials) this.#validAt.set(digest(one), this.#getNowMs());
  }

  /** Admits as many attempts at once as may still fail; the others wait for their outcomes. */
  async #enter(caller: string): Promise<void> {
    for (;;) {
      const left = this.#failures.countLeft(caller);
      if (left <= 0) throw this.#failures.buildRefusalError();
      const underWay = this.#underWay.get(caller) ?? { count: 0, waiting: [] };
      if (underWay.count < left) {
        underWay.count++;
        this.#underWay.set(caller, underWay);
        return;
      }
      await new Promise<void>((resolve) => underWay.waiting.push(resolve));
    }
  }

  #leave(caller: string): void {
    const underWay = this.#underWay.get(caller);
    if (underWay === undefined) return;
    underWay.count--;
    if (underWay.count === 0) this.#underWay.delete(caller);
    for (const resolve of underWay.waiting.splice(0)) resolve();
  }

  #wasValidLately(id: string): boolean {
    const at = this.#validAt.get(id);
    return at !== undefined && this.#getNowMs() - at < VALID_MS;
  }

  #getNowMs(): number {
    return this.#clock.now().getTime();
  }
}

interface UnderWay {
  count: number;
  waiting: (() => void)[];
}

/** Hashes the credential, so that the server's memory holds none in plain text. */
function digest(credential: string): string {
  return createHash('sha256').update(credential).digest('base64');
}
