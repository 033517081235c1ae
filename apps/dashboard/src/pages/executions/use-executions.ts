import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useMinute } from '../../components/text/time.tsx';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { toLocalDay } from '../../search/time-window.ts';
import { listItems } from '../../server/pages-query.ts';
import { sumChosen } from './execution-sums.ts';
import { buildExecutionsQuery, buildExecutionTrendsQuery } from './executions-queries.ts';
import { useNewExecutions } from './use-new-executions.ts';

/** The listed executions, those that began since, and their sums; null until these are known. */
export function useExecutions(search: ExecutionsSearch) {
  const list = useInfiniteQuery(buildExecutionsQuery(search));
  const trends = useQuery(buildExecutionTrendsQuery(search));
  const today = toLocalDay(useMinute());
  const isLive = search.to === undefined && (search.day ?? today) === today;
  const used = list.data?.pages[0];
  const fresh = useNewExecutions(search, {
    firstPage: list.isPlaceholderData ? undefined : used,
    updatedAt: list.dataUpdatedAt,
    isLive,
  });
  const showNew = () => void Promise.all([list.refetch(), fresh.refetch(), trends.refetch()]);
  const executions = listItems(list.data).map(fresh.current);
  // Where there is no list yet, nothing can move under its reader.
  const isFirst = executions.length === 0 && fresh.count > 0;
  const showFirst = useEffectEvent(showNew);
  useEffect(() => {
    if (isFirst) showFirst();
  }, [isFirst]);
  const sums = trends.data === undefined ? null : sumChosen(trends.data, search.day);
  return { list, executions, used, trends, sums, fresh, showNew };
}
