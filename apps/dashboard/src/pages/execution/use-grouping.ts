import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { analysisOptions, verdictsByResult } from '../../components/verdicts/analysis-query.ts';
import { canBeJudged } from './verdict/can-be-judged.ts';

export interface Grouping {
  /** By result id: the verdicts that group the list. */
  verdicts: ReadonlyMap<string, FailureVerdict>;
  /** Whether the list waits for its groups, so that it does not move under its reader. */
  isPending: boolean;
  /** Groups the list by verdicts that came after it was shown; null if there are none. */
  showGroups: (() => void) | null;
}

/** How failures are grouped by class. Verdicts that arrive later group the list on request: rows do not jump. */
export function useGrouping(summary: ExecutionSummary): Grouping {
  const query = useQuery({
    ...analysisOptions(summary.execution.id),
    enabled: canBeJudged(summary),
  });
  const { data, failureCount, isEnabled } = query;
  const isPending = isEnabled && data === undefined && failureCount === 0;
  const [isHeld, setHeld] = useState(false);
  if (!isPending && data == null && isEnabled && !isHeld) setHeld(true);
  const verdicts = useMemo(() => verdictsByResult(isHeld ? null : data), [isHeld, data]);
  const showGroups = isHeld && data != null ? () => setHeld(false) : null;
  return { verdicts, isPending, showGroups };
}
