import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Comparison } from '@svc/contract/executions/compare';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { analysisOptions, verdictsByResult } from '../../components/verdicts/analysis-query.ts';

/** The verdicts on the failures of the head, by result id. Empty while they are loaded, or if there are none. */
export function useHeadVerdicts({
  head,
}: Pick<Comparison, 'head'>): ReadonlyMap<string, FailureVerdict> {
  const hasFailures = head.totals.failed + head.totals.timedOut > 0;
  const { data } = useQuery({ ...analysisOptions(head.id), enabled: hasFailures });
  return useMemo(() => verdictsByResult(data), [data]);
}
