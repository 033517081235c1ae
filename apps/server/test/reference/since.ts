import type { TestSummary } from '@svc/contract/history/tests';
import { changePoints, isBad } from './change-points.ts';
import { defaultBranch, isContradicted, segmentedRuns } from './evidence.ts';
import type { Execution } from './attempts.ts';
import type { Run } from './runs.ts';

/** The service adds what follows from these fields: the branch, the confidence, the number of runs since. */
export type ReferenceSince = Pick<
  NonNullable<TestSummary['since']>,
  'kind' | 'lastGood' | 'firstBad' | 'goodAgain'
>;

/**
 * The commits between which a test began to fail or to flake on a branch. A test that was bad on the default branch
 * before the branch showed it, failing or (for a flaky one) flaky, went bad on the default branch.
 */
export function sinceOf(
  ofTest: readonly Run[],
  executions: readonly Execution[],
  branch?: string,
): ReferenceSince | null {
  const own = sinceIn(segmentedRuns(ofTest, executions, branch), ofTest);
  const trunkName = defaultBranch(ofTest[0]?.execution.project ?? '', executions);
  if (own === null || branch === undefined || branch === trunkName) return own;
  const trunk = segmentedRuns(ofTest, executions);
  const started = Date.parse(own.firstBad.at);
  const before = sinceIn(
    trunk.filter(({ execution }) => execution.startedAt < started),
    ofTest,
  );
  if (before === null || before.goodAgain !== null) return own;
  if (before.kind === 'flaky') return own.kind === 'flaky' ? before : own;
  return { ...before, goodAgain: goodAgainIn(trunk) };
}

/**
 * The commits between which a test began to fail or to flake in these runs. A contradicted failure is evidence of flakiness, and does not count as a failure.
 *
 * - If the last segment is worse than the one before: from the last good run before the segment to the first bad run
 *   in it. The test is failing when more than half of the bad runs in the segment are failures, otherwise flaky.
 * - Broken outranks flaky, and three failures at the end after three good runs are a separate break from the one that
 *   began the segment. In both cases, and without a worse segment, the test fails from the first of the failures at
 *   the end. If the newest run is not a failure, it fails from the first failure that made it broken.
 * - A failing test whose newest run passed is good again from the first run after its last failure, contradicted or
 *   not.
 */
function sinceIn(runs: readonly Run[], ofTest: readonly Run[]): ReferenceSince | null {
  const failed = runs.map((run) => run.ended === 'failure' && !isContradicted(run, ofTest));
  const broken = firstBreakingFailure(failed);
  const start = startOfWorseSegment(runs);
  if (start !== null) {
    const bad = runs.slice(start).filter(isBad);
    const isFailing = failed.slice(start).filter(Boolean).length > bad.length / 2;
    const isOutranked = isFailing ? hasNewBreak(runs, { start, failed }) : broken !== null;
    if (!isOutranked) {
      const lastGood = runs.slice(0, start).findLast((run) => !isBad(run));
      return sinceBetween(isFailing ? 'failing' : 'flaky', runs, { lastGood, firstBad: bad[0] });
    }
  }
  const first = startOfStreak(failed) < runs.length ? startOfStreak(failed) : broken;
  if (first === null) return null;
  const lastGood = runs.slice(0, first).findLast(({ ended }) => ended === 'passed');
  return sinceBetween('failing', runs, { lastGood, firstBad: runs[first] });
}

/**
 * The index of the last segment's first run; null when that segment is the only one, or not worse than the one
 * before.
 */
function startOfWorseSegment(runs: readonly Run[]): number | null {
  const [before, start] = [0, ...changePoints(runs)].slice(-2);
  if (before === undefined || start === undefined) return null;
  return badShare(runs.slice(start)) > badShare(runs.slice(before, start)) ? start : null;
}

/** The index of the first failure at the end; `failed.length` when the newest run is not a failure. */
function startOfStreak(failed: readonly boolean[]): number {
  return failed.lastIndexOf(false) + 1;
}

function hasNewBreak(
  runs: readonly Run[],
  { start, failed }: { start: number; failed: readonly boolean[] },
): boolean {
  const first = startOfStreak(failed);
  const before = runs.slice(Math.max(start, first - 3), first);
  return runs.length - first >= 3 && before.length === 3 && !before.some(isBad);
}

/**
 * Index of the first of the failures that made the test broken, null when it is not broken after the newest run:
 * 3 in a row, or 6 of the last 10. It has been broken since the run after the last one that left it sound.
 */
function firstBreakingFailure(failed: readonly boolean[]): number | null {
  const upTo = failed.map((_, index) => failed.slice(0, index + 1));
  const known = upTo[upTo.findLastIndex((runs) => !isBroken(runs)) + 1];
  if (known === undefined) return null;
  return hasThreeInARow(known)
    ? startOfStreak(known)
    : known.indexOf(true, Math.max(0, known.length - 10));
}

function isBroken(failed: readonly boolean[]): boolean {
  return hasThreeInARow(failed) || failed.slice(-10).filter(Boolean).length >= 6;
}

function hasThreeInARow(failed: readonly boolean[]): boolean {
  return failed.length - startOfStreak(failed) >= 3;
}

function badShare(runs: readonly Run[]): number {
  return runs.filter(isBad).length / runs.length;
}

function sinceBetween(
  kind: ReferenceSince['kind'],
  runs: readonly Run[],
  { lastGood, firstBad }: Record<'lastGood' | 'firstBad', Run | undefined>,
): ReferenceSince | null {
  if (firstBad === undefined) return null;
  return {
    kind,
    lastGood: lastGood === undefined ? null : pointOf(lastGood),
    firstBad: pointOf(firstBad),
    goodAgain: kind === 'flaky' ? null : goodAgainIn(runs),
  };
}

function goodAgainIn(runs: readonly Run[]): ReferenceSince['goodAgain'] {
  const run = runs[runs.findLastIndex(({ ended }) => ended === 'failure') + 1];
  return run === undefined ? null : pointOf(run);
}

function pointOf({ execution: { id, commit, startedAt } }: Run) {
  return { executionId: id, commit, at: new Date(startedAt).toISOString() };
}
