import { queryClient } from '../../server/query-client.ts';
import { buildPagesQuery } from '../../server/pages-query.ts';
import { client, trpc } from '../../server/trpc.ts';
import { buildAskedFilters } from '../../search/asked-filters.ts';
import type { FlakySearch } from '../../search/page-search.ts';

/** The flaky tests of the page, by pages of 25. */
export function buildFlakyTestsQuery(search: FlakySearch) {
  const { sort = 'impact', search: text, state, owner, runs } = search;
  const input = {
    ...buildAskedFilters(search),
    sort,
    ...(text === undefined ? {} : { search: text }),
    ...(state === undefined ? {} : { state: [state] }),
    ...(owner === undefined ? {} : { owner }),
    ...(runs === undefined ? {} : { minRuns: runs }),
    limit: 25,
  };
  return buildPagesQuery(trpc.flakyTests.list.queryKey(input), (cursor, options) =>
    client.flakyTests.list.query({ ...input, ...cursor }, options),
  );
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchFlakyTests(search: FlakySearch): void {
  void queryClient.prefetchInfiniteQuery(buildFlakyTestsQuery(search));
}
