import type { Comparison } from '@svc/contract/executions/compare';
import { keepPreviousData } from '@tanstack/react-query';
import { queryClient } from '../../server/query-client.ts';
import { trpc } from '../../server/trpc.ts';
import type { CompareSearch } from '../../search/page-search.ts';

/** How many causes and tests each section names at most; its count is that of all. */
export const LISTED = 200;
// So many of the newest executions are searched for a base and a head when the address names none.
const SEARCHED = 50;
const SHORTEST_REFRESH_MS = 15_000;

/** Both sides as the API takes them: ids, `latest` or `branch:NAME`. */
export interface Sides {
  base: string;
  head: string;
}

/** What changed from the base to the head. */
export function buildComparisonQuery({ base, head }: Sides, project: string | undefined) {
  return {
    ...trpc.compare.get.queryOptions({
      base,
      head,
      limit: LISTED,
      ...(project === undefined ? {} : { project }),
    }),
    // A finished execution hardly ever changes, and a comparison is the dearest question of all.
    staleTime: 4 * SHORTEST_REFRESH_MS,
    placeholderData: keepPreviousData,
  };
}

// More rows than anybody reads, and as many as a browser shows at once.
export const TESTS_OF_CAUSE = 1_000;

/** The same comparison with the tests of one cause alone. */
export function buildTestsOfCauseQuery(
  { base, head }: Pick<Comparison, 'base' | 'head'>,
  fingerprint: string,
) {
  return {
    ...trpc.compare.get.queryOptions({
      base: base.id,
      head: head.id,
      fingerprint,
      limit: TESTS_OF_CAUSE,
    }),
    staleTime: 4 * SHORTEST_REFRESH_MS,
  };
}

/** The newest executions, to choose from where the address names no base or no head. */
export function buildCandidatesQuery(project: string | undefined) {
  return trpc.executions.list.queryOptions({
    ...(project === undefined ? {} : { project }),
    limit: SEARCHED,
  });
}

/** Asks for what the page shows at first, beside its code. */
export function prefetchComparison({ base, head, project }: CompareSearch): void {
  if (base === undefined || head === undefined) {
    void queryClient.prefetchQuery(buildCandidatesQuery(project));
  } else {
    void queryClient.prefetchQuery(buildComparisonQuery({ base, head }, project));
  }
}
