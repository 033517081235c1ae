import { keepPreviousData } from '@tanstack/react-query';
import { buildPagesQuery } from '../../server/pages-query.ts';
import { queryClient } from '../../server/query-client.ts';
import { client, trpc } from '../../server/trpc.ts';
import { buildAskedFilters } from '../../search/asked-filters.ts';
import type { FailuresSearch } from '../../search/page-search.ts';

/** The causes of failures of the page, in the order of the API, by pages of 25. */
export function buildFailuresQuery(search: FailuresSearch) {
  const { sort, phase, search: text } = search;
  const input = {
    ...buildAskedFilters(search),
    ...(sort === undefined ? {} : { sort }),
    ...(phase === undefined ? {} : { phase: [phase] }),
    ...(text === undefined ? {} : { search: text }),
    limit: 25,
  };
  return buildPagesQuery(trpc.failures.list.queryKey(input), (cursor, options) =>
    client.failures.list.query({ ...input, ...cursor }, options),
  );
}

/** The new causes of the window, for the page's first line. At most 100 are counted. */
export function buildNewFailuresQuery(search: FailuresSearch) {
  return {
    ...trpc.failures.list.queryOptions({
      ...buildAskedFilters(search),
      phase: ['new' as const],
      limit: 100,
    }),
    placeholderData: keepPreviousData,
  };
}

/** How many failures of how many tests there were. */
export function buildFailureFiguresQuery(search: FailuresSearch) {
  return {
    ...trpc.metrics.get.queryOptions(buildAskedFilters(search)),
    placeholderData: keepPreviousData,
  };
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchFailures(search: FailuresSearch): void {
  void queryClient.prefetchInfiniteQuery(buildFailuresQuery(search));
  void queryClient.prefetchQuery(buildNewFailuresQuery(search));
  void queryClient.prefetchQuery(buildFailureFiguresQuery(search));
}
