import type { AppRouter } from '@svc/server/router';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { SvcClientOptions } from './client-options.ts';
import { svcFetch } from './svc-fetch.ts';

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
