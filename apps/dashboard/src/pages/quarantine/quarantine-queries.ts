import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QuarantineSearch } from '../../search/page-search.ts';
import { buildPagesQuery } from '../../server/pages-query.ts';
import { queryClient } from '../../server/query-client.ts';
import { client, trpc } from '../../server/trpc.ts';

const PAGE = 25;

/** The entries of the page, newest first, by pages of 25. */
export function buildEntriesQuery({ project, test, show }: QuarantineSearch) {
  const input = {
    ...(project === undefined ? {} : { project }),
    ...(test === undefined ? {} : { testId: test }),
    ...(show === 'all'
      ? {}
      : { active: show === 'ended' ? ('false' as const) : ('true' as const) }),
    limit: PAGE,
  };
  return buildPagesQuery(trpc.quarantine.list.queryKey(input), (cursor, options) =>
    client.quarantine.list.query({ ...input, ...cursor }, options),
  );
}

/** One entry with the executions in which it excused failures, by pages of 25. */
export function buildEntryQuery(id: string) {
  const input = { id, limit: PAGE };
  return infiniteQueryOptions({
    queryKey: [...trpc.quarantine.get.queryKey(input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      client.quarantine.get.query(
        { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ excusals }) => excusals.nextCursor,
    refetchOnWindowFocus: false,
  });
}

/** Asks for what the list shows at first, beside its code. */
export function prefetchEntries(search: QuarantineSearch): void {
  void queryClient.prefetchInfiniteQuery(buildEntriesQuery(search));
}

/** The same for one entry. */
export function prefetchEntry(id: string): void {
  void queryClient.prefetchInfiniteQuery(buildEntryQuery(id));
}
