import type { RequestTrace } from './request-trace.ts';

export interface SvcClientOptions {
  /** The server's address without a path: `http://localhost:4400`. */
  url: string;
  /** An API key. Without a key the server refuses every call. */
  apiKey?: string | undefined;
  /** The time limit of one request, including its body. Default: 30 s. */
  timeoutMs?: number;
  /** The longest total wait per call, while the server answers 429 or 503. Default: 30 s. With 0, never waits. */
  retryBudgetMs?: number;
  /** The User-Agent header. Identifies the caller in the server's log. */
  userAgent?: string;
  /** Called after every request, answered or not. */
  onRequest?: (trace: RequestTrace) => void;
  /** The network, the clock and randomness. Tests replace them. */
  fetch?: typeof globalThis.fetch;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}
