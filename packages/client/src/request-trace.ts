/** What one request was and how it went, for `svc -v` and for `svc doctor`. */
export interface RequestTrace {
  method: string;
  /** Without the query string, which may hold what nobody wants in a log. */
  path: string;
  /** Undefined: no answer came. */
  status: number | undefined;
  requestId: string | undefined;
  durationMs: number;
  /** From 1; above it, the server said to come back later. */
  attempt: number;
  rateLimit: RateLimit | undefined;
}

/** The credential's window of 60 seconds as the server counts it. */
export interface RateLimit {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Undefined where the server does not count the request. */
export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
  if (Number.isNaN(limit) || Number.isNaN(remaining)) return undefined;
  return { limit, remaining, resetSeconds: Number(headers.get('x-ratelimit-reset') ?? 0) };
}
