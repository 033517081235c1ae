import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';

/**
 * A list by pages, as options for useInfiniteQuery. tRPC's own ones send a `direction` besides the cursor, which the
 * server refuses as an unknown parameter. The rows of the page before stay while other filters are asked for.
 */
export function buildPagesQuery<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  ask: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // New rows do not push down what someone reads.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The rows of all pages that were read. */
export function listItems<Item>(
  data: { pages: readonly { items: readonly Item[] }[] } | undefined,
) {
  return (data?.pages ?? []).flatMap(({ items }) => items);
}
