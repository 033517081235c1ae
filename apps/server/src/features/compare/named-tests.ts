import type { ComparedTest } from '@svc/analysis/compare-executions';
import { isFailure } from '@svc/analysis/worst-run';
import type { Scope } from '../../db/scope.ts';
import { changeMs } from './earlier/noisy-tests.ts';
import type { Settled } from './earlier/settle-by-history.ts';
import { firstByPlace } from './first-by-place.queries.ts';
import type { StoredRun } from './sides/differing-runs.queries.ts';

type Found = ComparedTest<StoredRun>;

/**
 * The tests of each list that the answer names, at most `limit`: the first by place; of new tests those that failed
 * first; of slower and faster tests those with the greatest change. The lists are unordered.
 */
export async function namedTests(
  scope: Scope,
  { lists, limit }: { lists: Settled; limit: number },
): Promise<Settled> {
  const first = async (tests: Found[], most = limit): Promise<Found[]> => {
    if (tests.length <= most) return tests;
    if (most === 0) return [];
    const found = new Map(tests.map((test) => [test.testId, test]));
    const testIds = await firstByPlace(scope, {
      tests: tests.map(({ testId, base, head }) => ({
        testId,
        line: (head ?? base)?.line ?? null,
      })),
      limit: most,
    });
    return testIds.flatMap((testId) => found.get(testId) ?? []);
  };
  const { failed = [], others = [] } = Object.groupBy(lists.newTests, ({ head }) =>
    head !== null && isFailure(head) ? 'failed' : 'others',
  );
  const newFailing = await first(failed);
  return {
    regressions: await first(lists.regressions),
    improvements: await first(lists.improvements),
    stillFailing: await first(lists.stillFailing),
    newTests: [...newFailing, ...(await first(others, limit - newFailing.length))],
    removedTests: await first(lists.removedTests),
    notRun: await first(lists.notRun),
    newlyFlaky: await first(lists.newlyFlaky),
    slower: greatestChanges(lists.slower, limit),
    faster: greatestChanges(lists.faster, limit),
  };
}

function greatestChanges(tests: readonly Found[], limit: number): Found[] {
  return tests.toSorted((one, other) => changeMs(other) - changeMs(one)).slice(0, limit);
}
