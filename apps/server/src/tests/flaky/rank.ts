import {
  computeFlakinessImpact,
  computeFlakinessScore,
} from '@svc/analysis/flakiness/flakiness-score';
import type { FlakySort } from '@svc/contract/history/flaky-tests';
import type { FlakyEvidence } from '../../history/flaky-evidence.queries.ts';
import type { RunCounts } from '../../history/run-counts.queries.ts';

/** A flaky test with the figures used for ranking. */
export interface RankedTest extends FlakyEvidence, RunCounts {
  flakinessRate: number;
  impact: number;
}

/** The last test of the previous page, with its figures at that time. */
export interface RankPosition {
  sort: FlakySort;
  value: number;
  runs: number;
  testId: string;
}

/** Adds a test's figures. `weeks` is the length of the window in weeks. */
export function toRankedTest(
  evidence: FlakyEvidence,
  counts: RunCounts,
  weeks: number,
): RankedTest {
  const { flakyRuns, wastedMs } = evidence;
  const { runs } = counts;
  return {
    ...evidence,
    ...counts,
    flakinessRate: flakyRuns / runs,
    impact: computeFlakinessImpact({
      flakyRuns,
      runs,
      runsPerWeek: runs / weeks,
      meanWastedMs: wastedMs / flakyRuns,
    }),
  };
}

/**
 * Sorts by the figure, descending; ties by `runs`, descending, then by `testId`. Leaves out the tests up to `after`.
 */
export function sortRankedTests(
  tests: readonly RankedTest[],
  { sort, after }: { sort: FlakySort; after: RankPosition | null },
): RankedTest[] {
  return tests
    .map((test) => ({ test, position: toRankPosition(test, sort) }))
    .filter(({ position }) => after === null || compareRanks(after, position) < 0)
    .toSorted((a, b) => compareRanks(a.position, b.position))
    .map(({ test }) => test);
}

export function toRankPosition(test: RankedTest, sort: FlakySort): RankPosition {
  return { sort, value: FIGURE_OF_SORT[sort](test), runs: test.runs, testId: test.testId };
}

// A score takes several microseconds, so it is computed only for a list that is sorted by it, and for one page.
const FIGURE_OF_SORT: Record<FlakySort, (test: RankedTest) => number> = {
  rate: (test) => test.flakinessRate,
  score: (test) => computeFlakinessScore(test.flakyRuns, test.runs),
  impact: (test) => test.impact,
};

/** Negative when `a` comes first. */
function compareRanks(a: RankPosition, b: RankPosition): number {
  if (a.value !== b.value) return b.value - a.value;
  if (a.runs !== b.runs) return b.runs - a.runs;
  return a.testId < b.testId ? -1 : Number(a.testId > b.testId);
}
