import type { AppRouter } from '@svc/server/router';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { SvcClientOptions } from './client-options.ts';
import { createSvcFetch } from './svc-fetch.ts';

export type SvcClient = TRPCClient<AppRouter>;

/**
 * The procedures of an svc server, typed: `client.executions.list.query({ branch: 'main' })`.
 * A call waits and tries again after 429 and 503 within its budget, and accepts `{ signal }` as second argument.
 * Answers are not validated, because the server's output schemas have validated them.
 * @throws SvcClientError from every call; any other error is a bug.
 */
export function createSvcClient(options: SvcClientOptions): SvcClient {
  const headers: Record<string, string> = {};
  if (options.apiKey !== undefined) headers['authorization'] = `Bearer ${options.apiKey}`;
  if (options.userAgent !== undefined) headers['user-agent'] = options.userAgent;
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${options.url}/trpc`, headers, fetch: createSvcFetch(options) })],
  });
}
