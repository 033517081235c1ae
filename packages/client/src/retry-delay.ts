import { SvcClientError } from './client-error.ts';

/**
 * Milliseconds to wait before the next attempt. Undefined for errors that are not retried: only 429 and 503 mean that
 * the server did nothing and a later attempt may succeed. The wait is the larger of Retry-After and an exponential
 * back-off, plus a random part of up to a quarter, so that fifty shards do not return at the same moment.
 */
export function computeRetryDelayMs(
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
