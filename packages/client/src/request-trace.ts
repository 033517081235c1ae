/** One request and its outcome. `svc -v` and `svc doctor` print it. */
export interface RequestTrace {
  method: string;
  /** Without the query string, which may contain private data. */
  path: string;
  /** Undefined without an answer. */
  status: number | undefined;
  requestId: string | undefined;
  durationMs: number;
  /** The number of the try, from 1. Above 1 when the server asked for a later try. */
  attempt: number;
  rateLimit: RateLimit | undefined;
}

/** The credential's window of 60 seconds as the server counts it. */
export interface RateLimit {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Undefined if the server does not count the request. */
export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
  if (Number.isNaN(limit) || Number.isNaN(remaining)) return undefined;
  return { limit, remaining, resetSeconds: Number(headers.get('x-ratelimit-reset') ?? 0) };
}
