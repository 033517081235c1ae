import type {
  ExecutionSummary,
  ResultRow,
  ResultRowPage,
  ResultTab,
} from '@svc/contract/executions/execution-view';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { buildTabKey, buildRowsQuery } from './execution-queries.ts';

export interface ResultRows {
  query: ReturnType<typeof useRowPages>;
  rows: readonly ResultRow[];
  patterns: ResultRowPage['patterns'];
  /** How many results a running execution has received since the list was read. */
  newCount: number;
  /** The execution as it was when the list was read. */
  seen: ExecutionSummary;
  showNew: () => void;
}

/**
 * The rows of a tab. The first ones came with the summary. While the execution runs, rows that arrive are only
 * counted: the list does not move under its reader.
 */
export function useResultRows(
  summary: ExecutionSummary,
  { tab, search }: { tab: ResultTab; search: string | undefined },
): ResultRows {
  const client = useQueryClient();
  const [seen, setSeen] = useState(summary);
  const { id } = summary.execution;
  const options = buildRowsQuery({ id, tab, search });
  const query = useRowPages(summary, { tab, search });
  const pages = query.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ items }) => items), [pages]);
  const patterns = useMemo(
    () =>
      Object.assign({}, ...(pages ?? []).map((page) => page.patterns)) as ResultRowPage['patterns'],
    [pages],
  );
  const lists = useMemo(() => buildTabKey({ id, tab }), [id, tab]);
  const showNew = () => {
    setSeen(summary);
    client.removeQueries({ queryKey: lists, type: 'inactive' });
    if (isInSummary(summary, { tab, search })) {
      client.setQueryData(options.queryKey, toFirstPage(summary));
    } else {
      void client.resetQueries({ queryKey: options.queryKey });
    }
  };
  // What was read while the execution ran is no list of it later.
  const isProvisional = seen.execution.status === 'running';
  useEffect(
    () => () => {
      if (isProvisional) client.removeQueries({ queryKey: lists });
    },
    [client, isProvisional, lists],
  );
  const newCount = Math.max(0, countListed(summary, tab) - countListed(seen, tab));
  return { query, rows, patterns, newCount, seen, showNew };
}

/** The number of entries of a tab: on the first one also what failed outside of tests. */
export function countListed(
  { counts, errors, brokenFiles }: ExecutionSummary,
  tab: ResultTab,
): number {
  return counts[tab] + (tab === 'failed' ? errors.length + brokenFiles.items.length : 0);
}

function useRowPages(
  summary: ExecutionSummary,
  { tab, search }: { tab: ResultTab; search: string | undefined },
) {
  return useInfiniteQuery({
    ...buildRowsQuery({ id: summary.execution.id, tab, search }),
    ...(isInSummary(summary, { tab, search }) ? { initialData: toFirstPage(summary) } : {}),
  });
}

function isInSummary(
  { first }: ExecutionSummary,
  { tab, search }: { tab: ResultTab; search: string | undefined },
): boolean {
  return tab === first.tab && search === undefined;
}

function toFirstPage({
  first: { tab: _tab, ...page },
}: ExecutionSummary): InfiniteData<ResultRowPage, string | null> {
  return { pages: [page], pageParams: [null] };
}
