import { SvcClientError } from './client-error.ts';

/**
 * The milliseconds to wait before the next try; undefined if there must be none. Only 429 and 503 mean that the server
 * did nothing and that a later try may succeed. The wait is at least Retry-After, and at least an exponential back-off.
 * Up to a quarter is added at random, so that fifty shards do not return at the same moment.
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  random: () => number,
): number | undefined {
  if (!(error instanceof SvcClientError)) return undefined;
  if (error.httpStatus !== 429 && error.httpStatus !== 503) return undefined;
  const askedMs = (error.retryAfterSeconds ?? 0) * 1000;
  const backoffMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);
  return Math.round(Math.max(askedMs, backoffMs) * (1 + random() / 4));
}

const FIRST_DELAY_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
