import type { RequestTrace } from './request-trace.ts';

export interface SvcClientOptions {
  /** The server's address without a path: `http://localhost:4400`. */
  url: string;
  /** An API key. Without one, the server refuses every request. */
  apiKey?: string | undefined;
  /** How long one request may take, including its body. Default 30 s. */
  timeoutMs?: number;
  /** How long one call may wait in total after answers with 429 and 503. Default 30 s; 0: do not wait. */
  retryBudgetMs?: number;
  /** Sent as User-Agent, which the server logs. */
  userAgent?: string;
  /** Called after every request, with or without an answer. */
  onRequest?: (trace: RequestTrace) => void;
  /** Replace the network, the clock and randomness in tests. */
  fetch?: typeof globalThis.fetch;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}
