import type { TestTruth } from '@svc/seed/truth';
import type { ToldExecution } from './told-history.ts';

/**
 * How probable a flaky run of the test was on average over the executions that ran it: a test that
 * became flaky, or was mended, has its rate in a part of them and none in the rest.
 */
export function trueRateIn(
  executions: readonly ToldExecution[],
  { testId, test }: { testId: string; test: TestTruth },
): number {
  const { trueFlakyRate, flakyFrom, flakyUntil } = test;
  const states = executions.flatMap(({ truth, runs }) => (runs.has(testId) ? [truth.stateAt] : []));
  const flakyIn = states.filter(
    (at) => (flakyFrom === null || at >= flakyFrom) && (flakyUntil === null || at < flakyUntil),
  );
  return ((trueFlakyRate ?? 0) * flakyIn.length) / states.length;
}
