import type { AppRouter } from '@svc/server/router';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { RequestTrace } from './request-trace.ts';
import { svcFetch } from './svc-fetch.ts';

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

export type SvcClient = TRPCClient<AppRouter>;

/**
 * The procedures of an svc server, typed: `client.executions.list.query({ branch: 'main' })`.
 * A call obeys Retry-After on 429 and 503 within its budget, and takes `{ signal }` as second argument.
 * Answers are not validated again: they are what the server's own output schemas let through.
 * @throws SvcClientError from every call, and nothing else but bugs.
 */
export function createSvcClient(options: SvcClientOptions): SvcClient {
  const headers: Record<string, string> = {};
  if (options.apiKey !== undefined) headers['authorization'] = `Bearer ${options.apiKey}`;
  if (options.userAgent !== undefined) headers['user-agent'] = options.userAgent;
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${options.url}/trpc`, headers, fetch: svcFetch(options) })],
  });
}
