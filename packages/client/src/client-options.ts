import type { RequestTrace } from './request-trace.ts';

export interface SvcClientOptions {
  /** The server's address without a path: `http://localhost:4400`. */
  url: string;
  /** An API key; without one the server refuses everything. */
  apiKey?: string | undefined;
  /** How long one request may take, its body included. Default 30 s. */
  timeoutMs?: number;
  /** How long waiting for a server that says 429 or 503 may take in all, per call. Default 30 s; 0: never wait. */
  retryBudgetMs?: number;
  /** Sent as User-Agent, so that a server's log says who asked. */
  userAgent?: string;
  /** Called after every answer, and after every request that got none. */
  onRequest?: (trace: RequestTrace) => void;
  /** The network, the clock and chance, for tests. */
  fetch?: typeof globalThis.fetch;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}
