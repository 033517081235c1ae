import type { Scope } from '../db/scope.ts';
import type { ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import { findMatchingNumbers, listPackedTests } from './packed-counts.queries.ts';
import { sumPackedRuns } from './packed-runs.ts';
import { countRuns, type RunCounts } from './run-counts.queries.ts';
import type { WeekSpan } from './week-span.queries.ts';

/**
 * As `countRuns`, for many tests that have been flaky: their states contain their newest runs, so reading costs one row
 * per test instead of one per run. A test is counted from results if the window begins before the runs of its state,
 * and all tests are if retention has deleted results of a matching execution.
 */
export async function countRunsOfFlaky(
  scope: Scope,
  asked: { filter: ExecutionsFilter; weeks: WeekSpan; testIds: readonly string[] },
): Promise<Map<string, RunCounts>> {
  const { filter, testIds } = asked;
  const [numbersOf, packed] = await Promise.all([
    findMatchingNumbers(scope, filter),
    listPackedTests(scope, { testIds, from: filter.from }),
  ]);
  if (numbersOf === null) return countRuns(scope, asked);
  const counted = new Map<string, RunCounts>();
  for (const { testId, projectId, runs } of packed) {
    const sums = sumPackedRuns(runs, numbersOf.get(projectId) ?? NO_NUMBERS);
    counted.set(testId, {
      testId,
      runs: sums.runs,
      failures: sums.failures,
      averageDurationMs: sums.durations === 0 ? null : Math.round(sums.durationMs / sums.durations),
    });
  }
  const others = testIds.filter((testId) => !counted.has(testId));
  const rest = await countRuns(scope, { ...asked, testIds: others });
  return new Map([...counted, ...rest]);
}

const NO_NUMBERS: ReadonlySet<number> = new Set();
