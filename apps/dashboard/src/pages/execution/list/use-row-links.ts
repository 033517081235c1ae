import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { queryClient } from '../../../server/query-client.ts';
import { isProblemKey, resultOptions } from '../execution-queries.ts';

/** What rows need to be links: their addresses, and what opening them does. The same object until the page changes. */
export interface RowLinks {
  hrefOf: (resultKey: string) => string;
  open: (resultKey: string) => void;
  /** Asks for a result that will probably be opened. */
  prefetch: (resultKey: string) => void;
}

// No id has such characters, and no address changes them.
const PLACEHOLDER = '__result__';

export function useRowLinks(executionId: string): RowLinks {
  const router = useRouter();
  const navigate = useNavigate({ from: '/executions/$executionId' });
  const { project, tab, search } = useSearch({ from: '/frame/executions/$executionId' });
  return useMemo(() => {
    const searchOf = (result: string) => ({ project, tab, search, result });
    const { href } = router.buildLocation({
      to: '/executions/$executionId',
      params: { executionId },
      search: searchOf(PLACEHOLDER),
    });
    return {
      hrefOf: (key) => href.replace(PLACEHOLDER, encodeURIComponent(key)),
      open: (key) => void navigate({ search: searchOf(key), replace: true, resetScroll: false }),
      prefetch: (key) => {
        if (isProblemKey(key)) return;
        void queryClient.prefetchQuery(resultOptions(executionId, key, undefined));
      },
    };
  }, [router, navigate, executionId, project, tab, search]);
}
