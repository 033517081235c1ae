/**
 * The delay before the next try, in ms. If there is a `Retry-After` (seconds or an HTTP date): that time and up to one
 * second more, so that fifty shards with the same value do not retry at once. Otherwise exponential back-off with full
 * jitter: random between 0 and 500 ms · 2^(tries − 1), at most 8 s.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function computeRetryDelayMs(
  tries: number,
  retryAfter: string | null,
  { now, random }: Chance,
): number {
  const askedMs = parseRetryAfterMs(retryAfter, now);
  if (askedMs !== undefined) return Math.round(askedMs + random() * JITTER_MS);
  return Math.round(random() * Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (tries - 1)));
}

export interface Chance {
  /** Epoch ms. */
  now: number;
  random: () => number;
}

const JITTER_MS = 1_000;
const SHORTEST_MS = 500;
const LONGEST_MS = 8_000;

function parseRetryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
