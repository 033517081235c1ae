import type { BlockingItem, ExcusedFailure } from '@svc/contract/gate/gate';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { buildGateQuery } from './gate-query.ts';

const NONE: ReadonlySet<string> = new Set();

/** The ids of the results that the gate excuses; empty until it answered. */
export function useExcused(executionId: string): ReadonlySet<string> {
  const { data } = useQuery(buildGateQuery(executionId));
  return useMemo(
    () => (data === undefined ? NONE : new Set(data.excused.map(({ resultId }) => resultId))),
    [data],
  );
}

/** What the gate says of one result. */
export function useGateOnResult(
  executionId: string,
  resultId: string,
): { excused: ExcusedFailure | undefined; blocking: BlockingItem | undefined } {
  const { data } = useQuery(buildGateQuery(executionId));
  return {
    excused: data?.excused.find((one) => one.resultId === resultId),
    blocking: data?.blocking.find((one) => one.resultId === resultId),
  };
}
