import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { queryClient } from '../../../server/query-client.ts';
import { isProblemKey, buildResultQuery } from '../execution-queries.ts';

/** What rows need to be links: their addresses, and what opening them does. The same object until the page changes. */
export interface RowLinks {
  hrefOf: (resultKey: string) => string;
  open: (resultKey: string) => void;
  /** Asks for a result that will probably be opened. */
  prefetch: (resultKey: string) => void;
}

// No id has such characters, and no address changes them.
const PLACEHOLDER = '__result__';

// A pointer that only passes over rows must not use up the rate limit.
const RESTING_MS = 100;

export function useRowLinks(executionId: string): RowLinks {
  const router = useRouter();
  const navigate = useNavigate({ from: '/executions/$executionId' });
  const { project, tab, search } = useSearch({ from: '/frame/executions/$executionId' });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useMemo(() => {
    const searchOf = (result: string) => ({ project, tab, search, result });
    const { publicHref } = router.buildLocation({
      to: '/executions/$executionId',
      params: { executionId },
      search: searchOf(PLACEHOLDER),
    });
    return {
      hrefOf: (key) => publicHref.replace(PLACEHOLDER, encodeURIComponent(key)),
      open: (key) => void navigate({ search: searchOf(key), replace: true, resetScroll: false }),
      prefetch: (key) => {
        clearTimeout(resting.current);
        if (isProblemKey(key)) return;
        resting.current = setTimeout(
          () => void queryClient.prefetchQuery(buildResultQuery(executionId, key, undefined)),
          RESTING_MS,
        );
      },
    };
  }, [router, navigate, executionId, project, tab, search]);
}
