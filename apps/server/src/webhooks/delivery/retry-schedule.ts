import type { Random } from '../../random.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The seconds before each attempt after the first one. */
const DELAYS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** How many attempts a delivery has, if none arrives. */
export const ATTEMPTS_MOST = DELAYS.length + 1;

/**
 * How long a server has for an attempt and for recording it, before another server may try. Twice the 15 s of a
 * request: a lease that ends early sends the event twice, and one that ends late only delays it after a crash.
 */
export const LEASE_SECONDS = 30;

// A `Retry-After` of years would be the same as turning the webhook off, but invisibly.
const LONGEST_REQUESTED_SECONDS = 24 * HOUR;

/**
 * The seconds until the attempt after `attempts` failed ones, with jitter; at least the delay that the endpoint
 * requested. Null after the last attempt.
 */
export function computeRetryDelay(
  attempts: number,
  { retryAfterSeconds, random }: { retryAfterSeconds: number | null; random: Random },
): number | null {
  const delay = DELAYS[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(addJitter(delay, random), computeRequestedDelay(retryAfterSeconds));
}

/** The delay that an endpoint requested, in seconds: at most a day, and 0 if it requested none. */
export function computeRequestedDelay(retryAfterSeconds: number | null): number {
  return Math.min(Math.max(retryAfterSeconds ?? 0, 0), LONGEST_REQUESTED_SECONDS);
}

/** The duration, up to 10 % shorter or longer, so that servers and webhooks do not try at the same moment. */
export function addJitter(seconds: number, random: Random): number {
  return seconds * (0.9 + random.integer(2_001) / 10_000);
}
