import { SvcClientError } from '@svc/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { leaveForSignIn } from './leave-for-sign-in.ts';

// A page that someone returns to after this time asks again, and shows the earlier answer meanwhile.
const FRESH_MS = 30_000;
const LONGEST_WAIT_MS = 30_000;

/** Answers of the server, kept for the pages that show them. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveForSignIn }),
  mutationCache: new MutationCache({ onError: leaveForSignIn }),
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

/** Whether the same request may succeed later: the server is away, busy, or the rate limit is used up. */
export function isPassing(error: unknown): error is SvcClientError {
  return (
    error instanceof SvcClientError &&
    ['UNREACHABLE', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED'].includes(error.code)
  );
}

/** The wait before the next attempt: what the server asked for, otherwise 1, 2, 4, … 30 s. */
export function waitMs(failures: number, error: unknown): number {
  const askedSeconds = error instanceof SvcClientError ? error.retryAfterSeconds : undefined;
  if (askedSeconds !== undefined) return askedSeconds * 1_000;
  return Math.min(1_000 * 2 ** failures, LONGEST_WAIT_MS);
}
