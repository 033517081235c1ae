import type {
  ExecutionSummary,
  ResultRow,
  ResultRowPage,
  ResultTab,
} from '@svc/contract/execution-view';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rowsOptions } from './execution-queries.ts';

export interface ResultRows {
  query: ReturnType<typeof useRowPages>;
  rows: readonly ResultRow[];
  patterns: ResultRowPage['patterns'];
  /** How many results a running execution has received since the list was read. */
  newCount: number;
  showNew: () => void;
}

/**
 * The rows of a tab. The failed ones came with the summary. While the execution runs, rows that arrive are only
 * counted: the list does not move under its reader.
 */
export function useResultRows(
  summary: ExecutionSummary,
  { tab, search }: { tab: ResultTab; search: string | undefined },
): ResultRows {
  const client = useQueryClient();
  const count = summary.counts[tab];
  const [seenCount, setSeenCount] = useState(count);
  const options = rowsOptions({ id: summary.execution.id, tab, search });
  const query = useRowPages(summary, { tab, search });
  const pages = query.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ items }) => items), [pages]);
  const patterns = useMemo(
    () =>
      Object.assign({}, ...(pages ?? []).map((page) => page.patterns)) as ResultRowPage['patterns'],
    [pages],
  );
  const showNew = () => {
    setSeenCount(count);
    if (tab === 'failed' && search === undefined) {
      client.setQueryData(options.queryKey, firstPageOf(summary));
    } else {
      void client.resetQueries({ queryKey: options.queryKey });
    }
  };
  return { query, rows, patterns, newCount: Math.max(0, count - seenCount), showNew };
}

function useRowPages(
  summary: ExecutionSummary,
  { tab, search }: { tab: ResultTab; search: string | undefined },
) {
  const isInSummary = tab === 'failed' && search === undefined;
  return useInfiniteQuery({
    ...rowsOptions({ id: summary.execution.id, tab, search }),
    ...(isInSummary ? { initialData: firstPageOf(summary) } : {}),
  });
}

function firstPageOf({ failed }: ExecutionSummary): InfiniteData<ResultRowPage, string | null> {
  return { pages: [failed], pageParams: [null] };
}
