import { hasVerdict } from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ExecutionSummary, ResultRow } from '@svc/contract/executions/execution-view';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { buildAnalysisQuery, indexVerdicts } from '../../components/verdicts/analysis-query.ts';
import { pickCountingVerdicts } from './list/counting-verdicts.ts';
import { canBeJudged } from './verdict/can-be-judged.ts';

export interface NewerVerdicts {
  /** By result id. */
  verdicts: ReadonlyMap<string, FailureVerdict>;
  /** Groups rows that were listed before anything was classified; null if there is nothing to group by. */
  showGroups: (() => void) | null;
}

/**
 * Verdicts that were read after the rows, such as those after a correction, and verdicts on rows without a class. Rows
 * that were read later keep their class. If no row has one, they are grouped on request: the list does not move under
 * its reader.
 */
export function useNewerVerdicts(
  summary: ExecutionSummary,
  { rows, readAt }: { rows: readonly ResultRow[]; readAt: number },
): NewerVerdicts {
  const { data, dataUpdatedAt } = useQuery({
    ...buildAnalysisQuery(summary.execution.id),
    enabled: canBeJudged(summary),
  });
  const [isAsked, setAsked] = useState(false);
  const isGrouped = isAsked || rows.some(hasVerdict);
  const isNewer = dataUpdatedAt >= readAt;
  const verdicts = useMemo(
    () => pickCountingVerdicts(indexVerdicts(isGrouped ? data : null), { rows, isNewer }),
    [isGrouped, isNewer, data, rows],
  );
  const hasVerdicts = data?.failures.some(({ resultId }) => resultId !== null) ?? false;
  return { verdicts, showGroups: !isGrouped && hasVerdicts ? () => setAsked(true) : null };
}
