import { keepPreviousData } from '@tanstack/react-query';
import { queryClient } from '../../server/query-client.ts';
import { buildPagesQuery } from '../../server/pages-query.ts';
import { client, trpc } from '../../server/trpc.ts';
import { buildAskedFilters } from '../../search/asked-filters.ts';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { buildDayWindow, buildTimeWindow } from '../../search/time-window.ts';

export const PAGE_ROWS = 25;
// With more bars than days in a quarter, a bar is too narrow to be clicked.
const MOST_DAY_BARS = 92;
const DAY_MS = 86_400_000;

/** The executions of the page, newest first, by pages of 25. */
export function buildExecutionsQuery(search: ExecutionsSearch) {
  const input = buildListInput(search);
  return buildPagesQuery(trpc.executions.list.queryKey(input), (cursor, options) =>
    client.executions.list.query({ ...input, ...cursor }, options),
  );
}

/** The newest executions of the page again, for what came since. */
export function buildNewestExecutionsQuery(search: ExecutionsSearch) {
  return trpc.executions.list.queryOptions(buildListInput(search));
}

/** Executions over the window that the search box finds, whatever day or status is chosen. */
export function buildExecutionTrendsQuery(search: ExecutionsSearch, now = new Date()) {
  const { from, to } = buildTimeWindow(search, now);
  const days = ((to === undefined ? now.getTime() : Date.parse(to)) - Date.parse(from)) / DAY_MS;
  return {
    ...trpc.trends.get.queryOptions({
      ...buildAskedFilters(search, now),
      ...buildSearchInput(search),
      granularity: days > MOST_DAY_BARS ? 'weekly' : 'daily',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    placeholderData: keepPreviousData,
  };
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchExecutions(search: ExecutionsSearch): void {
  void queryClient.prefetchInfiniteQuery(buildExecutionsQuery(search));
  void queryClient.prefetchQuery(buildExecutionTrendsQuery(search));
}

function buildListInput(search: ExecutionsSearch) {
  const { status, day } = search;
  return {
    // What the overview and the chart count by default.
    source: 'default' as const,
    ...buildAskedFilters(search),
    ...(day === undefined ? {} : buildDayWindow(day)),
    ...(status === undefined ? {} : { status: [status] }),
    ...buildSearchInput(search),
    limit: PAGE_ROWS,
  };
}

function buildSearchInput({ search: text, tag }: ExecutionsSearch) {
  return {
    ...(text === undefined ? {} : { search: text }),
    ...(tag === undefined ? {} : { tag: [tag] }),
  };
}
