import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { buildPagesQuery } from '../../server/pages-query.ts';
import { queryClient } from '../../server/query-client.ts';
import { client, trpc } from '../../server/trpc.ts';
import { buildAskedFilters } from '../../search/asked-filters.ts';
import type { FilterSearch } from '../../search/page-search.ts';

/** The test with its history by pages of 50, newest first. */
export function testQuery(testId: string, search: FilterSearch) {
  const input = testInput(testId, search);
  return infiniteQueryOptions({
    queryKey: [...trpc.tests.get.queryKey(input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      client.tests.get.query(
        { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ history }) => history.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/** The test's entry in the list of flaky tests: an empty page for a test without a flaky run. */
export function flakyEntryQuery(testId: string, search: FilterSearch) {
  // The project of the address may be another one than the test's.
  const { project: _, ...filters } = buildAskedFilters(search);
  return {
    ...trpc.flakyTests.list.queryOptions({ ...filters, testId: [testId], minRuns: 1, limit: 1 }),
    placeholderData: keepPreviousData,
  };
}

/** The analyses of executions in which the test failed, newest first, by pages of 25. */
export function testAnalysesQuery(testId: string) {
  const input = { testId, limit: 25 };
  return buildPagesQuery(trpc.analyses.list.queryKey(input), (cursor, options) =>
    client.analyses.list.query({ ...input, ...cursor }, options),
  );
}

/** The newest execution of a commit, for its message and repository. */
export function commitQuery(project: string, commit: string) {
  return trpc.executions.list.queryOptions(
    { project, commit, limit: 1, from: earliest() },
    { staleTime: Infinity },
  );
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchTest(testId: string, search: FilterSearch): void {
  void queryClient.prefetchInfiniteQuery(testQuery(testId, search));
  if (isTestId(testId)) void queryClient.prefetchQuery(flakyEntryQuery(testId, search));
}

/** False for what cannot be a test's id, which the list of flaky tests would refuse as a parameter. */
export function isTestId(text: string): boolean {
  return /^[0-9a-f]{32}$/i.test(text);
}

function testInput(testId: string, search: FilterSearch) {
  const { project: _, ...filters } = buildAskedFilters(search);
  return { testId, ...filters, limit: 50, recent: 50 };
}

// A change may lie before the page's window, but not before the longest one that the API answers for.
function earliest(): string {
  const today = new Date();
  return new Date(today.getFullYear() - 1, today.getMonth(), today.getDate()).toISOString();
}
