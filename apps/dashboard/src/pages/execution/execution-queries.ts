import type { ResultTab } from '@svc/contract/executions/execution-view';
import type { Execution } from '@svc/contract/executions/executions';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { isFromCi } from '../../components/executions/execution-notes.ts';
import { buildAnalysisQuery } from '../../components/verdicts/analysis-query.ts';
import type { ExecutionSearch } from '../../search/page-search.ts';
import { queryClient } from '../../server/query-client.ts';
import { client, trpc } from '../../server/trpc.ts';
import { buildGateQuery } from '../../components/gate/gate-query.ts';
import { computeLiveWaitMs } from '../../server/live-wait.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** The execution. While it runs, it is asked for again and again, unless the tab is hidden. */
export function buildSummaryQuery(id: string) {
  return trpc.executions.summary.queryOptions(
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.execution.status === 'running'
          ? computeLiveWaitMs(state.dataUpdateCount)
          : false,
    },
  );
}

/** The rows of a tab, page by page. They stay as they are until someone asks for new ones. */
export function buildRowsQuery(input: { id: string; tab: ResultTab; search: string | undefined }) {
  return infiniteQueryOptions({
    queryKey: [...trpc.executions.rows.pathKey(), 'pages', input] as const,
    // Not tRPC's own options for pages: they add a parameter that the procedure does not know.
    queryFn: ({ pageParam, signal }) =>
      client.executions.rows.query({ ...input, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  });
}

/** The key of all lists of a tab, with any filter. */
export function buildTabKey(tab: { id: string; tab: ResultTab }) {
  return [...trpc.executions.rows.pathKey(), 'pages', tab] as const;
}

const ARTIFACTS = 60;
// Before the signed addresses of files expire, after 15 minutes at the earliest.
const RENEW_MS = 10 * 60 * 1_000;

/** All artifacts of an execution, page by page. */
export function buildArtifactsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...trpc.executions.artifacts.pathKey(), 'pages', id] as const,
    queryFn: ({ pageParam, signal }) =>
      client.executions.artifacts.query(
        { id, limit: ARTIFACTS, cursor: pageParam ?? undefined },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: RENEW_MS,
  });
}

/** One result with one attempt, by default its last one. Its signed addresses are good for 15 minutes. */
export function buildResultQuery(id: string, resultId: string, attempt: number | undefined) {
  return trpc.executions.result.queryOptions(
    { id, resultId, attempt },
    { staleTime: 5 * 60 * 1_000, refetchOnWindowFocus: 'always', refetchInterval: RENEW_MS },
  );
}

/** The outcomes of the last 50 runs of a test on the execution's branch, up to a day after an old execution. */
export function buildHistoryQuery(execution: Execution, testId: string) {
  const { startedAt, git } = execution;
  const started = Date.parse(startedAt);
  // To the hour, so that the same question is asked again while the page is open.
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const isOld = now - started > 7 * DAY_MS;
  return trpc.tests.list.queryOptions({
    testId: [testId],
    recent: 50,
    limit: 1,
    ...(git.branch === undefined ? {} : { branch: git.branch }),
    ...(isFromCi(execution) ? {} : { source: 'all' as const }),
    ...(isOld
      ? {
          from: new Date(started - 60 * DAY_MS).toISOString(),
          to: new Date(started + DAY_MS).toISOString(),
        }
      : {}),
  });
}

/** Asks for what the page shows first, while its code is loaded. */
export function prefetchExecution(
  id: string,
  { result, attempt, tab, search }: ExecutionSearch,
  { isOpened }: { isOpened: boolean },
): void {
  void queryClient.prefetchQuery(buildSummaryQuery(id));
  // Most executions that someone opens have failed. An analysis is too much for a link that is only pointed at.
  if (isOpened) void queryClient.prefetchQuery(buildAnalysisQuery(id));
  // Without a tab, the summary brings the rows.
  if (tab === 'gate') void queryClient.prefetchQuery(buildGateQuery(id));
  else if (tab !== undefined && tab !== 'artifacts' && tab !== 'failed') {
    void queryClient.prefetchInfiniteQuery(buildRowsQuery({ id, tab, search }));
  }
  if (result !== undefined && !isProblemKey(result)) {
    void queryClient.prefetchQuery(buildResultQuery(id, result, attempt));
  }
}

/** Whether an opened entry is an error of the run or a file that failed to load. */
export function isProblemKey(key: string): boolean {
  return /^(?:run|file)-\d+$/.test(key);
}
