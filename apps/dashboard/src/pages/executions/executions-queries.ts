import { keepPreviousData } from '@tanstack/react-query';
import { queryClient } from '../../server/query-client.ts';
import { pagesQuery } from '../../server/pages-query.ts';
import { client, trpc } from '../../server/trpc.ts';
import { askedFilters } from '../../search/asked-filters.ts';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { dayWindow, timeWindow } from '../../search/time-window.ts';

export const PAGE_ROWS = 25;
// With more bars than days in a quarter, a bar is too narrow to be clicked.
const MOST_DAY_BARS = 92;
const DAY_MS = 86_400_000;

/** The executions of the page, newest first, by pages of 25. */
export function executionsListQuery(search: ExecutionsSearch) {
  const input = listInput(search);
  return pagesQuery(trpc.executions.list.queryKey(input), (cursor, options) =>
    client.executions.list.query({ ...input, ...cursor }, options),
  );
}

/** The newest executions of the page again, for what came since. */
export function newestExecutionsQuery(search: ExecutionsSearch) {
  return trpc.executions.list.queryOptions(listInput(search));
}

/** Executions over the window that the search box finds, whatever day or status is chosen. */
export function executionTrendsQuery(search: ExecutionsSearch, now = new Date()) {
  const { from, to } = timeWindow(search, now);
  const days = ((to === undefined ? now.getTime() : Date.parse(to)) - Date.parse(from)) / DAY_MS;
  return {
    ...trpc.trends.get.queryOptions({
      ...askedFilters(search, now),
      ...askedSearch(search),
      granularity: days > MOST_DAY_BARS ? 'weekly' : 'daily',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    placeholderData: keepPreviousData,
  };
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchExecutions(search: ExecutionsSearch): void {
  void queryClient.prefetchInfiniteQuery(executionsListQuery(search));
  void queryClient.prefetchQuery(executionTrendsQuery(search));
}

function listInput(search: ExecutionsSearch) {
  const { status, day } = search;
  return {
    // What the overview and the chart count by default.
    source: 'default' as const,
    ...askedFilters(search),
    ...(day === undefined ? {} : dayWindow(day)),
    ...(status === undefined ? {} : { status: [status] }),
    ...askedSearch(search),
    limit: PAGE_ROWS,
  };
}

function askedSearch({ search: text, tag }: ExecutionsSearch) {
  return {
    ...(text === undefined ? {} : { search: text }),
    ...(tag === undefined ? {} : { tag: [tag] }),
  };
}
