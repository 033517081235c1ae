import type { TestSummary } from '@svc/contract/tests';
import { changePoints, isBad } from './change-points.ts';
import { segmentedRuns } from './evidence.ts';
import type { Run } from './runs.ts';

/**
 * Between which commits of a branch a test began to fail or to flake: the ends of the last two
 * segments, when the last one is the worse. It fails when more than half of what is bad in it failed.
 */
export function sinceOf(ofTest: readonly Run[], branch: string | null): TestSummary['since'] {
  const runs = segmentedRuns(ofTest, branch);
  const starts = [0, ...changePoints(runs)];
  const [before, start] = starts.slice(-2);
  if (before === undefined || start === undefined) return null;
  const segment = runs.slice(start);
  const firstBad = segment[0];
  const lastGood = runs[start - 1];
  if (firstBad === undefined || lastGood === undefined) return null;
  if (badShare(segment) <= badShare(runs.slice(before, start))) return null;
  const bad = segment.filter(isBad);
  const failures = bad.filter((run) => run.ended === 'failure');
  return {
    kind: failures.length > bad.length / 2 ? 'failing' : 'flaky',
    lastGood: pointOf(lastGood),
    firstBad: pointOf(firstBad),
  };
}

function badShare(runs: readonly Run[]): number {
  return runs.filter(isBad).length / runs.length;
}

function pointOf({ execution: { id, commit, startedAt } }: Run) {
  return { executionId: id, commit, at: new Date(startedAt).toISOString() };
}
