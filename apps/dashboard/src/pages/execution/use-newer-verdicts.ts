import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ExecutionSummary, ResultRow } from '@svc/contract/executions/execution-view';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { analysisOptions, verdictsByResult } from '../../components/verdicts/analysis-query.ts';
import { canBeJudged } from './verdict/can-be-judged.ts';

export interface NewerVerdicts {
  /** By result id. */
  verdicts: ReadonlyMap<string, FailureVerdict>;
  /** Groups rows that were listed before anything was classified; null if there is nothing to group by. */
  showGroups: (() => void) | null;
}

/**
 * Verdicts that are newer than the listed rows, such as those after a correction. Rows that were listed without any
 * class are grouped on request: the list does not move under its reader.
 */
export function useNewerVerdicts(
  summary: ExecutionSummary,
  rows: readonly ResultRow[],
): NewerVerdicts {
  const { data } = useQuery({
    ...analysisOptions(summary.execution.id),
    enabled: canBeJudged(summary),
  });
  const [isAsked, setAsked] = useState(false);
  const isGrouped = isAsked || rows.some(({ classification }) => classification !== null);
  const verdicts = useMemo(() => verdictsByResult(isGrouped ? data : null), [isGrouped, data]);
  const hasVerdicts = data?.failures.some(({ resultId }) => resultId !== null) ?? false;
  return { verdicts, showGroups: !isGrouped && hasVerdicts ? () => setAsked(true) : null };
}
