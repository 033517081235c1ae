import type { Analysis, AnalyzeInput } from '@svc/contract/analysis/analyses';
import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { useIsMutating, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { analysisKey, analysisOptions } from '../../../components/verdicts/analysis-query.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';
import { canBeJudged, isSettling } from './can-be-judged.ts';
import { liveWaitMs } from '../live-wait.ts';

/** The server judges at most so many failures of an execution. */
const JUDGED_FAILURES = 10_000;

/** The execution's analysis. While the execution settles, the page asks again until all failures are judged. */
export function useExecutionAnalysis(summary: ExecutionSummary): UseQueryResult<Analysis | null> {
  const { execution, counts } = summary;
  return useQuery({
    ...analysisOptions(execution.id),
    enabled: canBeJudged(summary),
    refetchInterval: ({ state }) => {
      const expected = Math.min(counts.failed, JUDGED_FAILURES);
      const isWhole = state.data !== null && (state.data?.failureCount ?? 0) >= expected;
      if (isWhole || !isSettling(execution, Date.now())) return false;
      return liveWaitMs(state.dataUpdateCount);
    },
  });
}

/** Analyses the execution now. Every part of the page shows the answer. */
export function useAnalyze(executionId: string) {
  return useMutation(
    trpc.analyses.analyze.mutationOptions({
      onSuccess: async (analysis) => {
        await queryClient.cancelQueries({ queryKey: analysisKey(executionId) });
        queryClient.setQueryData(analysisKey(executionId), analysis);
      },
    }),
  );
}

/** Whether some part of the page has the execution analysed now. */
export function useIsAnalyzing(executionId: string): boolean {
  const running = useIsMutating({
    mutationKey: trpc.analyses.analyze.mutationKey(),
    predicate: ({ state }) =>
      (state.variables as AnalyzeInput | undefined)?.executionId === executionId,
  });
  return running > 0;
}
