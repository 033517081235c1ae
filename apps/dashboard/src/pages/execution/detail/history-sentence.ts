import { capitalize } from '@svc/contract/zod-free/capitalize';
import type { Outcome } from '@svc/contract/executions/outcomes';
import type { TestSummary } from '@svc/contract/history/tests';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { formatCount } from '../../../format/count.ts';

/**
 * What the last runs of a test say, in one sentence: `Passed 46 times, then failed 3 in a row.` Skipped and
 * interrupted runs are left out. Oldest outcome first.
 */
export function describeHistory(outcomes: readonly Outcome[]): string {
  const runs = outcomes.filter((one) => one !== 'skipped' && one !== 'interrupted');
  if (runs.length === 0) return 'No other run of this test is known.';
  const failures = runs.filter(isFailure).length;
  const flaky = runs.filter((one) => one === 'flaky').length;
  const streak = countFailingStreak(runs);
  if (streak === runs.length) {
    return runs.length === 1 ? 'Failed in its only run.' : `Failed in all ${runs.length} runs.`;
  }
  const before = runs.length - streak;
  if (streak > 0) {
    const earlier = failures - streak;
    const failed = streak === 1 ? 'failed once' : `failed ${streak} in a row`;
    return earlier === 0
      ? `Passed ${formatTimes(before)}, then ${failed}${flaky > 0 ? `; ${flaky} of the passes ${flaky === 1 ? 'was' : 'were'} flaky` : ''}.`
      : `${capitalize(failed)}, and in ${earlier} of the ${before} runs before.`;
  }
  if (failures === 0 && flaky === 0) {
    return runs.length === 1 ? 'Passed in its only run.' : `Passed in all ${runs.length} runs.`;
  }
  const passes = runs.length - 1 - runs.findLastIndex(isFailure);
  if (failures === 0) {
    const ofThem = flaky === runs.length ? 'flaky each time' : `${flaky} of them flaky`;
    return `Passed ${formatTimes(runs.length)}, ${ofThem}.`;
  }
  return `Failed in ${failures} of ${formatCount(runs.length, 'run')}, passed the last ${passes === 1 ? 'one' : passes}.`;
}

/**
 * The words before the commit with which a test went bad: `First bad`, or `Also fails on main, since` of a test that
 * was as bad there before it was on the execution's branch. `already in` where no run before the commit is known to
 * have passed.
 */
export function formatSince(
  {
    kind,
    branch,
    goodAgain,
    isAtLeast,
  }: Pick<Since, 'kind' | 'branch' | 'goodAgain' | 'isAtLeast'>,
  own: string | undefined,
): string {
  if (branch === null || own === undefined || branch === own) {
    if (isAtLeast) return kind === 'flaky' ? 'Flaky already in' : 'Already in';
    return kind === 'flaky' ? 'Flaky since' : 'First bad';
  }
  const is = goodAgain === null ? 'fails' : 'failed';
  return `Also ${kind === 'flaky' ? 'flaky' : is} on ${branch}, ${isAtLeast ? 'already in' : 'since'}`;
}

type Since = NonNullable<TestSummary['since']>;

function countFailingStreak(runs: readonly Outcome[]): number {
  return runs.length - 1 - runs.findLastIndex((one) => !isFailure(one));
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
