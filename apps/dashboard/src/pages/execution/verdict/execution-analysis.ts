import type { Analysis, AnalyzeInput } from '@svc/contract/analysis/analyses';
import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { useIsMutating, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  buildAnalysisKey,
  buildAnalysisQuery,
  buildAnalyzedAtQuery,
} from '../../../components/verdicts/analysis-query.ts';
import { invalidateShownClasses } from '../../../components/verdicts/shown-classes.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';
import { canBeJudged, isSettling } from './can-be-judged.ts';
import { hasAllVerdicts, findNewestCorrection } from './awaited-verdicts.ts';
import { computeLiveWaitMs } from '../../../server/live-wait.ts';

// About 10 minutes. The server analyses a corrected execution at once, unless it is busy.
const CORRECTION_TRIES = 45;

/**
 * The execution's analysis. While the execution settles, and after a correction, the page asks when it was analysed
 * last, and reads the analysis again only then.
 */
export function useExecutionAnalysis(summary: ExecutionSummary): UseQueryResult<Analysis | null> {
  const { execution, counts } = summary;
  const isEnabled = canBeJudged(summary);
  const analysis = useQuery({ ...buildAnalysisQuery(execution.id), enabled: isEnabled });
  const { data, refetch } = analysis;
  const isComplete = data != null && hasAllVerdicts(data, counts.failed);
  const corrected = data == null ? null : findNewestCorrection(data);
  const { data: newestAt } = useQuery({
    ...buildAnalyzedAtQuery(execution.id, `${data?.analyzedAt} ${corrected}`),
    enabled: isEnabled && data !== undefined && (!isComplete || corrected !== null),
    refetchInterval: ({ state }) => {
      const isAwaited =
        (!isComplete && isSettling(execution, Date.now())) ||
        (corrected !== null && state.dataUpdateCount < CORRECTION_TRIES);
      return isAwaited && computeLiveWaitMs(state.dataUpdateCount);
    },
  });
  const isNewer = newestAt != null && newestAt > (data?.analyzedAt ?? '');
  useEffect(() => {
    if (!isNewer) return;
    void refetch();
    invalidateShownClasses();
  }, [isNewer, refetch]);
  return analysis;
}

/** Analyses the execution now. Every part of the page shows the answer. */
export function useAnalyze(executionId: string) {
  return useMutation(
    trpc.analyses.analyze.mutationOptions({
      onSuccess: async (analysis) => {
        await queryClient.cancelQueries({ queryKey: buildAnalysisKey(executionId) });
        queryClient.setQueryData(buildAnalysisKey(executionId), analysis);
        invalidateShownClasses();
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
