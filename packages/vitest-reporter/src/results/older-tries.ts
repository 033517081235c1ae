import type { TaskResult, Test } from '@vitest/runner';
import type { TestAttempt } from 'vitest/node';
import type { VitestError } from './ingest-error.ts';

/**
 * A test that the runner of Vitest 3 or 4 has run. That runner counts tries and keeps one list of errors for all of
 * them. Vitest 5 has no such package any more: it reports each try.
 */
export interface OlderTest
  extends Pick<TaskResult, 'retryCount' | 'repeatCount'>, Pick<Test, 'fails'> {
  state: TryState;
  errors?: readonly VitestError[] | undefined;
}

export type TryState = TestAttempt['state'] | 'pending';

/** One try of a test, without its times. */
export interface Try {
  state: TryState;
  errors: readonly VitestError[];
}

/**
 * The tries of a test in order, both retries and repeats. Every failed try has at least one error. So if there are as
 * many errors as failed tries, each try gets one. Otherwise the last failed try gets all errors, because a guess would
 * assign them to the wrong try. `isRetried` is true if the test ran more than once, even if the tries are not known.
 */
export function reconstructTries(test: OlderTest): { tries: Try[]; isRetried: boolean } {
  const { errors = [] } = test;
  const counts = countTries(test);
  const states = listStates(test, counts);
  const lists = splitErrors(errors, states.filter((state) => state === 'failed').length);
  const tries = states.map((state) => ({
    state,
    errors: (state === 'failed' && lists.shift()) || [],
  }));
  return { tries, isRetried: counts.retryCount + counts.repeatCount > 0 };
}

/**
 * The retries and repeats whose states are known. Before version 5, Vitest retries a test that is expected to fail
 * although it failed, and inverts the state only after the last try. Then the state belongs to all tries together,
 * and only that state leaves an error. Since version 5, each try that passed leaves an error.
 */
function countTries({ state, errors = [], fails, retryCount = 0, repeatCount = 0 }: OlderTest): {
  retryCount: number;
  repeatCount: number;
} {
  const isInvertedOnce = fails === true && errors.length === (state === 'failed' ? 1 : 0);
  return isInvertedOnce ? { retryCount: 0, repeatCount: 0 } : { retryCount, repeatCount };
}

/**
 * All retries except the last one failed. Repeats continue after a failure, and Vitest reports which ones failed
 * only if all of them failed or none. Otherwise the test counts as one try.
 */
function listStates(
  { state, errors = [] }: OlderTest,
  { retryCount, repeatCount }: { retryCount: number; repeatCount: number },
): TryState[] {
  const earlier = retryCount + repeatCount;
  if (repeatCount === 0) return [...Array<TryState>(earlier).fill('failed'), state];
  const isKnown = errors.length === 0 || errors.length === earlier + 1;
  return isKnown ? Array<TryState>(earlier + 1).fill(state) : [state];
}

/** One list for each failed try. */
function splitErrors(errors: readonly VitestError[], failures: number): VitestError[][] {
  if (errors.length === failures) return errors.map((error) => [error]);
  const lists: VitestError[][] = Array.from({ length: failures }, () => []);
  lists.at(-1)?.push(...errors);
  return lists;
}
