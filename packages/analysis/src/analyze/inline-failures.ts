import type { AnalyzeInput } from '@svc/contract/analysis/analyses';
import type { ExecutionFailure } from '../classify/failure.ts';
import { computeFingerprint, type FingerprintOptions } from '../fingerprint/fingerprint.ts';

type InlineFailure = NonNullable<AnalyzeInput['failures']>[number];

/** Failures of a request's body as the classifier reads them. Their ids are their indexes. */
export function toExecutionFailures(
  sent: readonly InlineFailure[],
  options?: FingerprintOptions,
): ExecutionFailure[] {
  return sent.map((failure, index) => toExecutionFailure(failure, index, options));
}

/** Converts one inline failure. */
export function toExecutionFailure(
  { title, file, line, framework, owner, error, retryPassed, history }: InlineFailure,
  index: number,
  options?: FingerprintOptions,
): ExecutionFailure {
  const { fingerprint, pattern } = computeFingerprint(error, options);
  return {
    id: String(index),
    kind: 'test',
    fingerprint,
    pattern,
    title,
    file,
    line,
    framework,
    owner,
    message: error.message,
    stack: error.stack,
    retryPassed,
    history: history && toFailureHistory(history),
  };
}

function toFailureHistory({
  runs,
  failures,
  flakyRuns,
  coFailingTests,
  passAndFailSameCommit,
  sinceCommit,
}: NonNullable<InlineFailure['history']>): ExecutionFailure['history'] {
  return {
    test: { runs, failures, flakyRuns },
    coFailingTests,
    passAndFailSameCommit,
    sinceCommit,
  };
}
