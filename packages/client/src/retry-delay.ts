import { SvcClientError } from './client-error.ts';

/**
 * How many milliseconds to wait before asking again, or undefined where that would be wrong: only
 * 429 and 503 say that nothing was done and that a later try may succeed. Retry-After is a lower
 * bound, as is a wait that doubles; up to a quarter more keeps fifty shards from coming back in
 * the same instant.
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
