import { type ComparedTest, compareRuns } from '@svc/analysis/compare/compare-executions';
import type { CompareQuery, Comparison } from '@svc/contract/executions/compare';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { comparisonAnswerWeight, comparisonWeight } from '../limiters/comparison-weight.ts';
import type { Pass } from '../limiters/fair-limiter.ts';
import type { ExecutionRow } from '../history/executions/execution-rows.queries.ts';
import { compareCauses } from './causes/compared-causes.ts';
import { readFingerprints } from './causes/compared-causes.queries.ts';
import { listTestsWithOtherErrors } from './causes/other-errors.queries.ts';
import { readComparedSide } from './sides/compared-side.ts';
import { describeComparedTests } from './compared-tests.ts';
import { buildComparison } from './comparison-answer.ts';
import { readDifferingRuns, type StoredRun } from './sides/differing-runs.queries.ts';
import { findSides } from './sides/execution-references.ts';
import { pickNamedTests } from './named-tests.ts';
import { settleByHistory, type Settled } from './earlier/settle-by-history.ts';

/**
 * Compares `head` with `base`. The summary and the causes count all tests. Each list names at most `limit`, in the
 * order of files and lines; new tests that failed come first, as do the slower and faster tests with the greatest
 * change. Reads a few columns of the results that differ, and titles, errors and fingerprints of the named tests. Calls
 * `enter` before reading them, with the bytes that they may take.
 * @throws SvcError BAD_REQUEST and NOT_FOUND as `findSides`, `readDifferingRuns` and `readComparedSide` do, and
 * SERVICE_UNAVAILABLE as `enter` does.
 * @see docs/read/definitions.md, "Compare"
 */
export async function compare(
  { config }: Deps,
  scope: Scope,
  { query, enter }: { query: CompareQuery; enter: (weight: number) => Promise<Pass> },
): Promise<Comparison> {
  const { base, head, baseChoice } = await findSides(scope, query);
  const pass = await enter(
    comparisonWeight({
      runs: sumResults(base) + sumResults(head),
      failures: sumFailures(base) + sumFailures(head),
      brokenSides: [base, head].filter(({ hasFileErrors }) => hasFileErrors).length,
    }),
  );
  const [{ found, baseSide, headSide }, fingerprints] = await Promise.all([
    readSides(scope, { base, head, query }),
    readFingerprints(
      scope,
      [base, head].filter(hasFailures).map(({ id }) => id),
    ),
  ]);
  const { machine } = found;
  const compared = compareRuns(baseSide, headSide, {
    ...query,
    machineFactor: machine?.factor ?? null,
  });
  const lists = await settleByHistory(scope, { base, head, compared, machine });
  const { limit, fingerprint } = query;
  const failures = await compareCauses(scope, {
    base,
    head,
    lists,
    fingerprints,
    limit,
    fingerprint,
  });
  const named = await pickNamedTests(scope, {
    lists,
    failing: failures.named,
    limit,
    ofCause: fingerprint !== undefined,
  });
  const { stillFailing } = lists;
  const [described, { causes, baseFingerprints }, otherErrors] = await Promise.all([
    describeComparedTests(scope, { head, tests: sortByWeight(named) }),
    failures.describe(),
    listTestsWithOtherErrors(scope, { base, head, stillFailing }),
  ]);
  pass.shrinkTo(comparisonAnswerWeight({ tests: described.tests.size, bytes: described.bytes }));
  return buildComparison(lists, {
    base,
    head,
    baseChoice,
    baseTests: found.baseTests,
    machine,
    headSide,
    named,
    described,
    causes,
    baseFingerprints,
    otherErrors,
    baseUrl: config.baseUrl,
  });
}

/** Reads the runs in which the executions differ, as the two sides of a comparison. */
async function readSides(
  scope: Scope,
  { base, head, query }: { base: ExecutionRow; head: ExecutionRow; query: CompareQuery },
) {
  const found = await readDifferingRuns(scope, {
    base,
    head,
    options: query,
    withFiles: base.hasFileErrors || head.hasFileErrors,
  });
  const [baseSide, headSide] = await Promise.all([
    readComparedSide(scope, { parameter: 'base', execution: base, runs: found.base }),
    readComparedSide(scope, { parameter: 'head', execution: head, runs: found.head }),
  ]);
  return { found, baseSide, headSide };
}

/** The most important tests first: the limits cut off the last ones. */
function sortByWeight(named: Settled): ComparedTest<StoredRun>[] {
  const { regressions, newTests, newlyFlaky, stillFailing, ...others } = named;
  const { notRun, improvements, slower, faster, removedTests } = others;
  return [
    regressions,
    newTests,
    newlyFlaky,
    stillFailing,
    notRun,
    improvements,
    slower,
    faster,
    removedTests,
  ].flat();
}

/** Flaky results have a fingerprint, too. */
function sumFailures({ failed, timedOut, flaky }: ExecutionRow): number {
  return failed + timedOut + flaky;
}

/** A running execution may get its first failure while its results are read. */
function hasFailures({ failed, timedOut, status }: ExecutionRow): boolean {
  return failed + timedOut > 0 || status === 'running';
}

/** The number of results of a side. A carried part passed, so it has passed and skipped results only. */
function sumResults(side: ExecutionRow): number {
  const { passed, failed, timedOut, skipped, interrupted, carriedPassed, carriedSkipped } = side;
  return passed + failed + timedOut + skipped + interrupted + carriedPassed + carriedSkipped;
}
