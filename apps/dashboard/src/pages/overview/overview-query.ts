import { askedFilters } from '../../search/asked-filters.ts';
import type { FilterSearch } from '../../search/page-search.ts';
import { queryClient } from '../../server/query-client.ts';
import { trpc } from '../../server/trpc.ts';

/** What the overview shows, in one request beside what needs attention. */
export function overviewQuery(search: FilterSearch) {
  return trpc.overview.get.queryOptions({
    ...askedFilters(search),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}

export function attentionQuery({ project }: FilterSearch) {
  return trpc.attention.get.queryOptions(project === undefined ? {} : { project });
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchOverview(search: FilterSearch): void {
  void queryClient.prefetchQuery(overviewQuery(search));
  void queryClient.prefetchQuery(attentionQuery(search));
}
