import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { buildRateLimitError } from './address-limit.ts';
import { toCallerKey } from './client-address.ts';

const MINUTE_MS = 60_000;
// After this many failures for one account within 15 minutes, each further failure doubles the pause.
const FREE_FAILURES = 10;
const FAILURES_MS = 15 * MINUTE_MS;
const LONGEST_PAUSE_MS = MINUTE_MS;
// An address that has signed in to an account is exempt from the account's pauses, so that a guesser elsewhere does
// not lock out the owner.
const TRUSTED_MS = 30 * 24 * 60 * MINUTE_MS;
// Some megabytes at most.
const ENTRIES = 20_000;

interface Attempt {
  /** Whether the address has signed in to the account before. */
  isTrusted: boolean;
  succeeded(): void;
  undecided(): void;
}

/**
 * Slows down guesses of one account's password, from any address, before the password is checked: a check over the
 * limit would still reveal whether the guess is right. Each server counts for itself.
 */
export class SignInLimits {
  readonly #clock: Clock;
  readonly #byAccount = new LRUCache<string, { failures: number; lastAt: number }>({
    max: ENTRIES,
  });
  readonly #trustedAt = new LRUCache<string, number>({ max: ENTRIES });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Begins an attempt at an account's password. It counts as failed until its outcome is known, so that simultaneous
   * attempts count too.
   * @throws SvcError RATE_LIMITED during the account's pause.
   */
  beginTry(address: string, account: string): Attempt {
    const key = digest(account.trim().toLowerCase());
    const trust = `${key} ${toCallerKey(address)}`;
    const now = this.#getNowMs();
    const before = this.#getFailures(key, now);
    const isTrusted = now - (this.#trustedAt.get(trust) ?? -Infinity) < TRUSTED_MS;
    if (!isTrusted) {
      const waitMs = before.lastAt + computePauseMs(before.failures) - now;
      if (waitMs > 0)
        throw buildRateLimitError('Too many failed sign-ins to this account.', waitMs);
    }
    this.#byAccount.set(key, { failures: before.failures + 1, lastAt: now });
    return {
      isTrusted,
      succeeded: () => {
        this.#byAccount.delete(key);
        this.#trustedAt.set(trust, now);
      },
      undecided: () => {
        const { failures } = this.#getFailures(key, now);
        if (failures > 0) this.#byAccount.set(key, { ...before, failures: failures - 1 });
      },
    };
  }

  #getFailures(key: string, now: number): { failures: number; lastAt: number } {
    const found = this.#byAccount.get(key);
    if (found !== undefined && now - found.lastAt < FAILURES_MS) return found;
    return { failures: 0, lastAt: -Infinity };
  }

  #getNowMs(): number {
    return this.#clock.now().getTime();
  }
}

/** The pause after the last failure. */
function computePauseMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** (failures - FREE_FAILURES));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
