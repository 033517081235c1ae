import type { TransactionScope } from '../../db/scope.ts';
import { splitIntoBatches } from '../batches.ts';
import { parseCountedRuns, listNewestRunTexts, type CountedRun } from './counted-runs.queries.ts';

/** Counted runs of a test, those whose executions arrived last. */
export interface NewestRuns {
  runs: CountedRun[];
  /** Whether there may be older results. It is also true for a test with exactly as many results as were read. */
  isCut: boolean;
}

// The newest runs by start are searched among the newest runs by arrival, because only those have an index. So the
// search finds more than 500 runs: an import of up to 250 old executions hides none of them.
const ENOUGH_RUNS = 750;

// The numbers of results to search. Most tests have one result per run: then an import may have 1,900 executions. The
// search goes on where fewer than 750 runs are found. Its last step reads up to 300,000 results of a test, so it is
// only done if it probably finds 500 runs: a state with fewer cannot be followed, and the next roll-up that judges the
// test would read all these results again. A test with more than 500 results per run therefore has fewer runs, and
// every such roll-up reads 74,400 of its results.
const STEPS = [
  { results: 2_400, leastRuns: 0 },
  { results: 12_000, leastRuns: 0 },
  { results: 60_000, leastRuns: 0 },
  { results: 300_000, leastRuns: 120 },
];

// The number of runs that the first step can find.
const MOST_RUNS = 2_400;

// The results of one statement, which returns at most as many runs.
const RESULTS_AT_ONCE = 480_000;

/**
 * The newest counted runs of each of these tests by arrival: at most 2,400, and about 750 or more if there are as many,
 * unless the test has more than 400 results per run. Tests without results are missing.
 */
export async function readNewestRuns(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<Map<string, NewestRuns>> {
  const read = new Map<string, NewestRuns>();
  let wanted = testIds;
  for (const { results, leastRuns } of STEPS) {
    wanted = wanted.filter((testId) => (read.get(testId)?.runs.length ?? leastRuns) >= leastRuns);
    const testsAtOnce = Math.max(1, Math.floor(RESULTS_AT_ONCE / results));
    for (const some of splitIntoBatches(wanted, testsAtOnce)) {
      for (const test of await listNewestRunTexts(scope, {
        testIds: some,
        results,
        runs: MOST_RUNS,
      })) {
        const isCut = test.results >= results;
        const runs = isCut ? withoutFirst(parseCountedRuns(test)) : parseCountedRuns(test);
        read.set(test.testId, { runs, isCut });
      }
    }
    wanted = wanted.filter((testId) => {
      const known = read.get(testId);
      return known?.isCut === true && known.runs.length < ENOUGH_RUNS;
    });
  }
  return read;
}

/** Drops the run of the execution that arrived first, which may be incomplete. */
function withoutFirst(runs: readonly CountedRun[]): CountedRun[] {
  const ids = runs.map((run) => run.executionId).toSorted();
  return runs.filter((run) => run.executionId !== ids[0]);
}
