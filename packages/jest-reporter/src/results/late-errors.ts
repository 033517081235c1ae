import type { AssertionResult } from '@jest/test-result';
import type { CaseRun } from './case-log.ts';

/**
 * The attempts of a test that has ended, with the errors that occurred after an attempt had ended: an unawaited
 * rejection, or a throw in a timer. Since version 30, Jest adds such an error to the test that caused it. By then
 * `onTestCaseResult` has reported the attempt, usually as passed. Only the test's final result has the error and
 * the status: its messages belong to the last attempt. Jest keeps late errors of earlier attempts only with
 * `logErrorsBeforeRetry`.
 */
export function withLateErrors(runs: readonly CaseRun[], final: AssertionResult): CaseRun[] {
  const earlier = runs.slice(0, -1);
  const messages = divideReasons(earlier, final.retryReasons ?? []);
  return [
    ...earlier.map((run, index) => withMessages(run, messages[index] ?? [])),
    ...runs.slice(-1).map((run) => ({ ...run, result: final })),
  ];
}

/**
 * The errors of each earlier attempt. `reasons` has all of them in order, without a mark between two attempts. A
 * new attempt begins at its first reported error, once the attempt before has an error and all of its reported ones:
 * Jest retries only what failed.
 */
function divideReasons(earlier: readonly CaseRun[], reasons: readonly string[]): string[][] {
  const reported = earlier.map(({ result }) => [...(result?.failureMessages ?? [])]);
  const divided: string[][] = earlier.map(() => []);
  let at = 0;
  for (const reason of reasons) {
    const hasEnded = reported[at]?.length === 0 && divided[at]?.length !== 0;
    if (hasEnded && reported[at + 1]?.[0] === reason) at++;
    if (reported[at]?.[0] === reason) reported[at]?.shift();
    divided[at]?.push(reason);
  }
  const isComplete = reported.every(({ length }) => length === 0);
  return isComplete ? divided : [];
}

/** An attempt without reasons keeps the errors that it was reported with. */
function withMessages(run: CaseRun, failureMessages: string[]): CaseRun {
  const { result } = run;
  if (result === undefined || failureMessages.length <= result.failureMessages.length) return run;
  return { ...run, result: { ...result, status: 'failed', failureMessages } };
}
