import type { AnalyzeInput } from '@svc/contract/analysis/analyses';
import type { ExecutionFailure } from '../classify/failure.ts';
import { fingerprintOf, type FingerprintOptions } from '../fingerprint/fingerprint.ts';

type InlineFailure = NonNullable<AnalyzeInput['failures']>[number];

/** Failures of a request's body as the classifier reads them. Their ids are their indexes. */
export function inlineFailures(
  sent: readonly InlineFailure[],
  options?: FingerprintOptions,
): ExecutionFailure[] {
  return sent.map((failure, index) => inlineFailure(failure, index, options));
}

/** One of them. */
export function inlineFailure(
  { title, file, line, framework, owner, error, retryPassed, history }: InlineFailure,
  index: number,
  options?: FingerprintOptions,
): ExecutionFailure {
  const { fingerprint, pattern } = fingerprintOf(error, options);
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
    history: history && historyOf(history),
  };
}

function historyOf({
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
