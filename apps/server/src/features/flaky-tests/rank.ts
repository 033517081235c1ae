import { flakinessImpact, flakinessScore } from '@svc/analysis/flakiness-score';
import type { FlakySort } from '@svc/contract/flaky-tests';
import type { FlakyEvidence } from '../../history/flaky-evidence.queries.ts';
import type { RunCounts } from '../../history/run-counts.queries.ts';

/** A flaky test with the figures that it is ranked by. */
export interface RankedTest extends FlakyEvidence, RunCounts {
  flakinessRate: number;
  score: number;
  impact: number;
}

/** Where the page before ended: its last test, by the figures of that moment. */
export interface RankPosition {
  sort: FlakySort;
  value: number;
  runs: number;
  testId: string;
}

/** The figures of a test. `weeks` is how many the window has. */
export function ranked(evidence: FlakyEvidence, counts: RunCounts, weeks: number): RankedTest {
  const { flakyRuns, wastedMs } = evidence;
  const { runs } = counts;
  return {
    ...evidence,
    ...counts,
    flakinessRate: flakyRuns / runs,
    score: flakinessScore(flakyRuns, runs),
    impact: flakinessImpact({
      flakyRuns,
      runs,
      runsPerWeek: runs / weeks,
      meanWastedMs: wastedMs / flakyRuns,
    }),
  };
}

/** Sorted by the figure, falling; ties by `runs`, falling, then by `testId`. */
export function inOrder(tests: readonly RankedTest[], sort: FlakySort): RankedTest[] {
  return tests
    .map((test) => ({ test, position: positionOf(test, sort) }))
    .toSorted((a, b) => compare(a.position, b.position))
    .map(({ test }) => test);
}

export function positionOf(test: RankedTest, sort: FlakySort): RankPosition {
  const value = { rate: test.flakinessRate, score: test.score, impact: test.impact }[sort];
  return { sort, value, runs: test.runs, testId: test.testId };
}

/** Below 0 when `a` comes first. */
export function compare(a: RankPosition, b: RankPosition): number {
  if (a.value !== b.value) return b.value - a.value;
  if (a.runs !== b.runs) return b.runs - a.runs;
  return a.testId < b.testId ? -1 : Number(a.testId > b.testId);
}
