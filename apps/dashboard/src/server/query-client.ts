import { SvcClientError } from '@svc/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { leaveForSignIn } from './leave-for-sign-in.ts';

// A page that someone returns to after this time asks again, and shows the earlier answer meanwhile.
const FRESH_MS = 30_000;
const LONGEST_WAIT_MS = 30_000;

/** Answers of the server, kept for the pages that show them. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveForSignIn }),
  mutationCache: new MutationCache({
    onError: (error) => {
      leaveForSignIn(error);
      renewPermissions(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Without an end: the server recovers by itself, and so must the page. The page shows the failure meanwhile.
      retry: (_failures, error) => isPassing(error),
      retryDelay: (failures, error) => waitMs(failures, error),
      // A browser that is "offline" may still reach a server on its own machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** After a refusal: asks again what the user may do. Their role may have changed while the page was open. */
function renewPermissions(error: unknown): void {
  if (!(error instanceof SvcClientError) || error.code !== 'FORBIDDEN') return;
  // trpc.account.pathKey(), which is made of this client.
  void queryClient.invalidateQueries({ queryKey: [['account']] });
}

/** Whether the same request may succeed later: the server is away, busy, or the rate limit is used up. */
export function isPassing(error: unknown): error is SvcClientError {
  return (
    error instanceof SvcClientError &&
    ['UNREACHABLE', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED'].includes(error.code)
  );
}

/** Asks at once for everything that waits for its next attempt. A refetch alone would join the wait. */
export async function retryNow(client = queryClient): Promise<void> {
  const waiting = client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.fetchStatus === 'fetching' })
    .filter(({ state }) => state.fetchFailureCount > 0);
  await Promise.all(
    waiting.map(async (query) => {
      // Not awaited: pending callers join the new fetch only if it starts in the same tick.
      void query.cancel({ silent: true });
      // The page shows why an attempt failed.
      await query.fetch().catch(() => {});
    }),
  );
}

/** The wait before the next attempt: what the server asked for, otherwise 1, 2, 4, … 30 s. */
export function waitMs(failures: number, error: unknown): number {
  const askedSeconds = error instanceof SvcClientError ? error.retryAfterSeconds : undefined;
  if (askedSeconds !== undefined) return askedSeconds * 1_000;
  return Math.min(1_000 * 2 ** failures, LONGEST_WAIT_MS);
}
