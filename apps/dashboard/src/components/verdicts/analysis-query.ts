import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { queryOptions } from '@tanstack/react-query';
import { client, trpc } from '../../server/trpc.ts';

const FRESH_MS = 5 * 60 * 1_000;

/** The analysis of an execution, with at most 1,000 verdicts; null while there is none. */
export function buildAnalysisQuery(executionId: string) {
  return queryOptions({
    queryKey: buildAnalysisKey(executionId),
    queryFn: async ({ signal }): Promise<Analysis | null> => {
      const { items } = await client.analyses.list.query({ executionId, limit: 1 }, { signal });
      const [newest] = items;
      return newest === undefined ? null : client.analyses.get.query({ id: newest.id }, { signal });
    },
    staleTime: FRESH_MS,
  });
}

export function buildAnalysisKey(executionId: string) {
  return [...trpc.analyses.pathKey(), 'of execution', executionId] as const;
}

/**
 * When an execution was analysed last; null: not yet. The analysis itself may be megabytes, so a page that waits
 * for a new one asks for this. `awaited` is what it waits for. A change of it starts a new request.
 */
export function buildAnalyzedAtQuery(executionId: string, awaited: string) {
  return queryOptions({
    queryKey: [...trpc.analyses.pathKey(), 'time of', executionId, awaited] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const { items } = await client.analyses.list.query({ executionId, limit: 1 }, { signal });
      return items[0]?.analyzedAt ?? null;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The verdicts on the results of an analysis, by result id. */
export function indexVerdicts(
  analysis: Analysis | null | undefined,
): ReadonlyMap<string, FailureVerdict> {
  return new Map(
    (analysis?.failures ?? []).flatMap((verdict) =>
      verdict.resultId === null ? [] : [[verdict.resultId, verdict] as const],
    ),
  );
}
