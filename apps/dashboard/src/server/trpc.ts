import { createSvcClient } from '@svc/client';
import type { AppRouter } from '@svc/server/router';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { queryClient } from './query-client.ts';
import { getSiteUrl } from './site.ts';

export type Outputs = inferRouterOutputs<AppRouter>;

/**
 * The server's procedures. The browser sends the session's cookie by itself. The client never waits and repeats: the
 * query client does, because pages show that it does.
 */
export const client = createSvcClient({ url: getSiteUrl(), retryBudgetMs: 0 });

/** The procedures as options for TanStack Query: `useQuery(trpc.metrics.get.queryOptions({ project }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
