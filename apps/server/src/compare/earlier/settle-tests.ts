import { settleTest, type ComparedTest, type SettledList } from '@svc/analysis/compare-executions';
import { isFailure } from '@svc/analysis/worst-run';
import type { Scope } from '../../db/scope.ts';
import type { StoredRun } from '../sides/differing-runs.queries.ts';
import { earlierExecutions, speakingBefore } from './earlier-executions.queries.ts';
import { earlierOutcomes, failedEarlier, type EarlierOutcome } from './earlier-outcomes.queries.ts';
import type { Sides } from '../sides/execution-references.ts';
import { knownTests } from './known-tests.queries.ts';
import { chunksOf } from './test-chunks.ts';

type Found = ComparedTest<StoredRun>;

// A branch that has not run a test in this many executions has dropped it.
const EXECUTIONS_BACK = 1_000;

/**
 * Assigns each test that the base did not run to a list of the comparison. The base outcome of a test comes from the
 * newest earlier execution, at most 30 days before, that speaks for the base's branch and ran the test. Without one, the
 * list depends on whether an earlier execution knew the test.
 * @see definitions: what the base did not run
 */
export async function settleTests(
  scope: Scope,
  { base, head, unsettled }: Sides & { unsettled: readonly Found[] },
): Promise<Map<SettledList, Found[]>> {
  if (unsettled.length === 0) return new Map();
  const outcomes = await outcomesOf(scope, { base, head, unsettled });
  const inDoubt = unsettled.filter(
    (test) => test.base === null && !outcomes.has(test.testId) && !hasFailed(test),
  );
  const known = await knownTests(scope, {
    testIds: inDoubt.map(testIdOf),
    base,
    earlier:
      inDoubt.length === 0 ? [] : await earlierExecutions(scope, { base, limit: EXECUTIONS_BACK }),
  });
  const settled = unsettled.flatMap((test) => {
    const outcome = outcomes.get(test.testId);
    const earlier = outcome?.run ?? null;
    const list = settleTest(test, { earlier, isKnown: known.has(test.testId) });
    const entry = outcome === undefined ? test : withBase(test, outcome);
    return list === null ? [] : [{ list, entry }];
  });
  const lists = Map.groupBy(settled, ({ list }) => list);
  return new Map([...lists].map(([list, ofList]) => [list, ofList.map(({ entry }) => entry)]));
}

/** For tests that passed in the head, only an earlier failure makes a difference, and few tests ever failed. */
async function outcomesOf(
  scope: Scope,
  { base, head, unsettled }: Sides & { unsettled: readonly Found[] },
): Promise<Map<string, EarlierOutcome>> {
  const earlier = await speakingBefore(scope, {
    base,
    headId: head.id,
    limit: EXECUTIONS_BACK,
  });
  const ran = unsettled.filter((test) => test.head?.status === 'passed' || hasFailed(test));
  const passed = ran.filter((test) => !hasFailed(test) && test.head?.flaky !== true);
  const passedIds = new Set(passed.map(testIdOf));
  const failed = await failedEarlier(scope, {
    testIds: [...passedIds],
    earlier,
  });
  const wanted = ran.filter((test) => !passedIds.has(test.testId) || failed.has(test.testId));
  const found: Map<string, EarlierOutcome>[] = [];
  for (const testIds of chunksOf(wanted.map(testIdOf))) {
    found.push(await earlierOutcomes(scope, { testIds, earlier }));
  }
  return new Map(found.flatMap((outcomes) => [...outcomes]));
}

function withBase(test: Found, { run, baseFrom }: EarlierOutcome): Found {
  const { file = '', variant = null } = test.head ?? {};
  return { ...test, base: { ...run, file, variant }, baseFrom };
}

function hasFailed({ head }: Found): boolean {
  return head !== null && isFailure(head);
}

function testIdOf({ testId }: Found): string {
  return testId;
}
