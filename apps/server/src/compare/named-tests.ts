import type { ComparedTest } from '@svc/analysis/compare/compare-executions';
import { hasFailed } from './has-failed.ts';
import type { Scope } from '../db/scope.ts';
import type { ComparedCauses } from './causes/compared-causes.ts';
import { computeChangeMs } from './earlier/noisy-tests.ts';
import type { Settled } from './earlier/settle-by-history.ts';
import { listFirstByPlace } from './first-by-place.queries.ts';
import type { StoredRun } from './sides/differing-runs.queries.ts';

type Found = ComparedTest<StoredRun>;

/**
 * The tests that the answer names, at most `limit` of each list. Failed tests: the choice of `failing`. New tests: failed
 * ones first. Slower and faster tests: the greatest change first. Other tests: by place. `ofCause`: only failed tests.
 * The lists are unordered.
 */
export async function pickNamedTests(
  scope: Scope,
  {
    lists,
    failing,
    limit,
    ofCause,
  }: { lists: Settled; failing: ComparedCauses['named']; limit: number; ofCause: boolean },
): Promise<Settled> {
  const { regressions, newFailing, stillFailing, improvements } = failing;
  if (ofCause) {
    const none = { removedTests: [], notRun: [], newlyFlaky: [], slower: [], faster: [] };
    return { regressions, improvements, stillFailing, newTests: newFailing, ...none };
  }
  const pickFirst = async (tests: Found[], most = limit): Promise<Found[]> => {
    if (tests.length <= most) return tests;
    if (most === 0) return [];
    const found = new Map(tests.map((test) => [test.testId, test]));
    const testIds = await listFirstByPlace(scope, {
      tests: tests.map(({ testId, base, head }) => ({
        testId,
        line: (head ?? base)?.line ?? null,
      })),
      limit: most,
    });
    return testIds.flatMap((testId) => found.get(testId) ?? []);
  };
  const others = lists.newTests.filter((test) => !hasFailed(test));
  return {
    regressions,
    improvements,
    stillFailing,
    newTests: [...newFailing, ...(await pickFirst(others, limit - newFailing.length))],
    removedTests: await pickFirst(lists.removedTests),
    notRun: await pickFirst(lists.notRun),
    newlyFlaky: await pickFirst(lists.newlyFlaky),
    slower: pickGreatestChanges(lists.slower, limit),
    faster: pickGreatestChanges(lists.faster, limit),
  };
}

function pickGreatestChanges(tests: readonly Found[], limit: number): Found[] {
  return tests
    .toSorted((one, other) => computeChangeMs(other) - computeChangeMs(one))
    .slice(0, limit);
}
