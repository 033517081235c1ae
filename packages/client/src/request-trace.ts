/** One request and its outcome, for `svc -v` and `svc doctor`. */
export interface RequestTrace {
  method: string;
  /** Path without the query string, which may contain values that do not belong in a log. */
  path: string;
  /** Undefined without an answer. */
  status: number | undefined;
  requestId: string | undefined;
  durationMs: number;
  /** Attempt number from 1. Later attempts follow an answer with 429 or 503. */
  attempt: number;
  rateLimit: RateLimit | undefined;
}

/** The credential's rate limit in the current window of 60 seconds. */
export interface RateLimit {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Undefined if the request does not count against a rate limit. */
export function parseRateLimit(headers: Headers): RateLimit | undefined {
  const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
  if (Number.isNaN(limit) || Number.isNaN(remaining)) return undefined;
  return { limit, remaining, resetSeconds: Number(headers.get('x-ratelimit-reset') ?? 0) };
}
