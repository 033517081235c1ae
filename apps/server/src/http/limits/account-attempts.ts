import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { AddressLimit, buildRateLimitError } from './address-limit.ts';
import { SignInLimits } from './sign-in-limits.ts';

// Some megabytes at most.
const ACCOUNTS = 20_000;
const WINDOW_MS = 15 * 60_000;
// A person requests a second mail when the first is slow. More would only fill the mailbox.
const PER_ACCOUNT = 5;

/**
 * Limits what a visitor may try without an account, per address and per e-mail address, and what causes mail to an
 * e-mail address, whether or not there is an account with it. Each server counts for itself.
 */
export class AccountAttempts {
  /** Guesses of passwords. */
  readonly passwords: SignInLimits;
  readonly #clock: Clock;
  readonly #byAccount = new LRUCache<string, { since: number; count: number }>({ max: ACCOUNTS });
  readonly #signUps: AddressLimit;
  readonly #resets: AddressLimit;
  readonly #links: AddressLimit;
  readonly #devices: AddressLimit;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.passwords = new SignInLimits(clock);
    this.#signUps = new AddressLimit(clock, 10, 'Too many sign-ups from this address.');
    this.#resets = new AddressLimit(clock, 10, 'Too many password resets from this address.');
    this.#links = new AddressLimit(clock, 30, 'Too many links opened from this address.');
    this.#devices = new AddressLimit(clock, 10, 'Too many sign-ins from this address.');
  }

  /** @throws SvcError RATE_LIMITED */
  signUp(address: string, email: string): void {
    count(this.#signUps, address);
    this.#countAccount('sign-up', email);
  }

  /** @throws SvcError RATE_LIMITED */
  reset(address: string, email: string): void {
    count(this.#resets, address);
    this.#countAccount('reset', email);
  }

  /** Counts invitations of any organization. @throws SvcError RATE_LIMITED */
  invite(email: string): void {
    this.#countAccount('invitation', email);
  }

  /** A sign-in that waits for a person with a browser. @throws SvcError RATE_LIMITED */
  beginDeviceSignIn(address: string): void {
    count(this.#devices, address);
  }

  /** Use of a link from a mail, or of a code that a person types. @throws SvcError RATE_LIMITED */
  openLink(address: string): void {
    count(this.#links, address);
  }

  #countAccount(what: string, email: string): void {
    const key = createHash('sha256').update(`${what} ${email.toLowerCase()}`).digest('base64');
    const now = this.#clock.now().getTime();
    const found = this.#byAccount.get(key);
    const current =
      found === undefined || now - found.since >= WINDOW_MS ? { since: now, count: 0 } : found;
    if (current.count >= PER_ACCOUNT) {
      throw buildRateLimitError(
        'Too many requests for this e-mail address.',
        current.since + WINDOW_MS - now,
      );
    }
    this.#byAccount.set(key, { ...current, count: current.count + 1 });
  }
}

function count(limit: AddressLimit, address: string): void {
  if (limit.countLeft(address) <= 0) throw limit.buildRefusalError();
  limit.count(address);
}
