import type { Execution } from '@svc/contract/executions/executions';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import type { Outputs } from '../../server/trpc.ts';
import { buildNewestExecutionsQuery, PAGE_ROWS } from './executions-queries.ts';
import { LONGEST_MS, countNewer, computePollDelayMs } from './newer-than.ts';

interface Shown {
  /** The first page of the list, once it is here. */
  firstPage: Outputs['executions']['list'] | undefined;
  updatedAt: number;
  /** False for a window that is over. */
  isLive: boolean;
}

/**
 * Asks for the newest executions while the page is visible: after 10 s, and less often the longer nothing changes.
 * `count`: how many are newer than those shown; `current` returns the newest state of one that is shown.
 */
export function useNewExecutions(
  search: ExecutionsSearch,
  { firstPage, updatedAt, isLive }: Shown,
): {
  count: number;
  isMany: boolean;
  current: (execution: Execution) => Execution;
  refetch: () => Promise<unknown>;
} {
  const changed = useRef<{ data: unknown; atMs: number }>({ data: undefined, atMs: 0 });
  const newest = useQuery({
    ...buildNewestExecutionsQuery(search),
    enabled: isLive && firstPage !== undefined,
    initialData: firstPage,
    initialDataUpdatedAt: updatedAt,
    staleTime: LONGEST_MS,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (state.data !== changed.current.data)
        changed.current = { data: state.data, atMs: Date.now() };
      return computePollDelayMs(Date.now() - changed.current.atMs);
    },
  });
  const items = isLive ? (newest.data?.items ?? []) : [];
  const count = countNewer(items, firstPage?.items ?? []);
  const byId = new Map(items.map((execution) => [execution.id, execution]));
  return {
    count,
    isMany: count === PAGE_ROWS,
    current: (execution) => byId.get(execution.id) ?? execution,
    refetch: newest.refetch,
  };
}
