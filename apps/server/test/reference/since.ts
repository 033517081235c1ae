import type { TestSummary } from '@svc/contract/tests';
import { changePoints, isBad } from './change-points.ts';
import { isContradicted, segmentedRuns } from './evidence.ts';
import type { Execution } from './executions.ts';
import type { Run } from './runs.ts';

/** What follows from these, the service adds: the branch, how sure it is, how many runs since. */
export type ReferenceSince = Pick<
  NonNullable<TestSummary['since']>,
  'kind' | 'lastGood' | 'firstBad'
>;

/**
 * Between which commits of a branch, the default one where none is named, a test began to fail or to flake: from the last good run before
 * its last segment to the first bad run in it, when that segment is worse than the one before. It
 * fails when more than half of what is bad in it failed. Three failures at the end with three good
 * runs before them are another break than the one that began the segment.
 */
export function sinceOf(
  ofTest: readonly Run[],
  executions: readonly Execution[],
  branch?: string,
): ReferenceSince | null {
  const runs = segmentedRuns(ofTest, executions, branch);
  const starts = [0, ...changePoints(runs)];
  const [before, start] = starts.slice(-2);
  if (before === undefined || start === undefined) return null;
  const segment = runs.slice(start);
  if (badShare(segment) <= badShare(runs.slice(before, start))) return null;
  const again = startOfNewBreak(segment, ofTest);
  if (again !== null) {
    return {
      kind: 'failing',
      lastGood: pointOf(again.lastGood),
      firstBad: pointOf(again.firstBad),
    };
  }
  const lastGood = runs.slice(0, start).findLast((run) => !isBad(run));
  const bad = segment.filter(isBad);
  const firstBad = bad[0];
  if (firstBad === undefined) return null;
  const failures = bad.filter((run) => run.ended === 'failure');
  const isFailing = failures.length > bad.length / 2;
  const plain = failures.filter((run) => !isContradicted(run, ofTest));
  // A contradicted failure is evidence of flakiness. Where these tip the balance the test's state decides from where
  // on it fails, and this reference has no states.
  if (isFailing !== plain.length > bad.length / 2) return null;
  return {
    kind: isFailing ? 'failing' : 'flaky',
    lastGood: lastGood === undefined ? null : pointOf(lastGood),
    firstBad: pointOf(firstBad),
  };
}

function startOfNewBreak(segment: readonly Run[], ofTest: readonly Run[]) {
  const failed = (run: Run): boolean => run.ended === 'failure' && !isContradicted(run, ofTest);
  const first = segment.findLastIndex((run) => !failed(run)) + 1;
  const [firstBad, lastGood] = [segment[first], segment[first - 1]];
  if (firstBad === undefined || lastGood === undefined) return null;
  const mended = segment.slice(Math.max(0, first - 3), first);
  const isBreak = segment.length - first >= 3 && mended.length === 3 && !mended.some(isBad);
  return isBreak ? { lastGood, firstBad } : null;
}

function badShare(runs: readonly Run[]): number {
  return runs.filter(isBad).length / runs.length;
}

function pointOf({ execution: { id, commit, startedAt } }: Run) {
  return { executionId: id, commit, at: new Date(startedAt).toISOString() };
}
