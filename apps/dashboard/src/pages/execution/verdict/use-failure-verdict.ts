import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { buildAnalysisQuery } from '../../../components/verdicts/analysis-query.ts';
import { trpc } from '../../../server/trpc.ts';
import { findVerdict, type OpenFailure } from './open-failure.ts';

// A test has several results where several parts ran it.
const MOST_FURTHER = 100;

interface FoundVerdict {
  analysis: UseQueryResult<Analysis | null>;
  /** Asks for the failure alone if it is not among the first 1,000; null if it is, or nothing names it. */
  further: UseQueryResult<{ items: FailureVerdict[] }, unknown> | null;
  /** Undefined while it is not known, and if there is none. */
  verdict: FailureVerdict | undefined;
}

/** The verdict on the open failure. */
export function useFailureVerdict(executionId: string, failure: OpenFailure): FoundVerdict {
  const analysis = useQuery(buildAnalysisQuery(executionId));
  const { data } = analysis;
  const found = data == null ? undefined : findVerdict(data.failures, failure);
  const filter = buildFailureFilter(failure);
  const isFurther =
    data != null &&
    found === undefined &&
    filter !== null &&
    data.failureCount > data.failures.length;
  const further = useQuery({
    ...trpc.analyses.failures.queryOptions({ id: data?.id ?? '', limit: MOST_FURTHER, ...filter }),
    enabled: isFurther,
  });
  return {
    analysis,
    further: isFurther ? further : null,
    verdict: found ?? (isFurther ? findVerdict(further.data?.items ?? [], failure) : undefined),
  };
}

function buildFailureFilter(
  failure: OpenFailure,
): { testId: string } | { fingerprint: string } | null {
  if (failure.kind === 'result') return { testId: failure.testId };
  return failure.fingerprint === null ? null : { fingerprint: failure.fingerprint };
}
