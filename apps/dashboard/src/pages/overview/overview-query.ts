import { buildAskedFilters } from '../../search/asked-filters.ts';
import type { FilterSearch } from '../../search/page-search.ts';
import { queryClient } from '../../server/query-client.ts';
import { trpc } from '../../server/trpc.ts';

/** What the overview shows, in one request beside what needs attention. */
export function buildOverviewQuery(search: FilterSearch) {
  return trpc.overview.get.queryOptions({
    ...buildAskedFilters(search),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}

export function buildAttentionQuery({ project }: FilterSearch) {
  return trpc.attention.get.queryOptions(project === undefined ? {} : { project });
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchOverview(search: FilterSearch): void {
  void queryClient.prefetchQuery(buildOverviewQuery(search));
  void queryClient.prefetchQuery(buildAttentionQuery(search));
}
