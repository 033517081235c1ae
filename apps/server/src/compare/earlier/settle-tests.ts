import {
  settleTest,
  type ComparedTest,
  type SettledList,
} from '@svc/analysis/compare/compare-executions';
import { hasFailed } from '../has-failed.ts';
import type { Scope } from '../../db/scope.ts';
import type { StoredRun } from '../sides/differing-runs.queries.ts';
import { listEarlierExecutions, listSpeakingBefore } from './earlier-executions.queries.ts';
import {
  listEarlierOutcomes,
  listTestsFailedEarlier,
  type EarlierOutcome,
} from './earlier-outcomes.queries.ts';
import type { Sides } from '../sides/execution-references.ts';
import { listKnownTests } from './known-tests.queries.ts';
import { splitIntoChunks } from './test-chunks.ts';

type Found = ComparedTest<StoredRun>;

// A branch that has not run a test in this many executions has dropped it.
const EXECUTIONS_BACK = 1_000;

/**
 * Assigns each test that the base did not run to a list of the comparison. The base outcome of a test comes from the
 * newest earlier execution, at most 30 days before, that counts for the base's branch and ran the test. Without such an
 * execution, the list depends on whether an earlier execution knew the test.
 * @see docs/read/definitions.md, "What the base did not run"
 */
export async function settleTests(
  scope: Scope,
  { base, head, unsettled }: Sides & { unsettled: readonly Found[] },
): Promise<Map<SettledList, Found[]>> {
  if (unsettled.length === 0) return new Map();
  const outcomes = await readDecidingOutcomes(scope, { base, head, unsettled });
  const inDoubt = unsettled.filter(
    (test) => test.base === null && !outcomes.has(test.testId) && !hasFailed(test),
  );
  const known = await listKnownTests(scope, {
    testIds: inDoubt.map(getTestId),
    base,
    earlier:
      inDoubt.length === 0
        ? []
        : await listEarlierExecutions(scope, { base, limit: EXECUTIONS_BACK }),
  });
  const settled = unsettled.flatMap((test) => {
    const outcome = outcomes.get(test.testId);
    const earlier = outcome?.run ?? null;
    const list = settleTest(test, { earlier, isKnown: known.has(test.testId) });
    const entry = outcome === undefined ? test : replaceBase(test, outcome);
    return list === null ? [] : [{ list, entry }];
  });
  const lists = Map.groupBy(settled, ({ list }) => list);
  return new Map([...lists].map(([list, ofList]) => [list, ofList.map(({ entry }) => entry)]));
}

/** For tests that passed in the head, only an earlier failure makes a difference, and few tests ever failed. */
async function readDecidingOutcomes(
  scope: Scope,
  { base, head, unsettled }: Sides & { unsettled: readonly Found[] },
): Promise<Map<string, EarlierOutcome>> {
  const earlier = await listSpeakingBefore(scope, {
    base,
    headId: head.id,
    limit: EXECUTIONS_BACK,
  });
  const ran = unsettled.filter((test) => test.head?.status === 'passed' || hasFailed(test));
  const passed = ran.filter((test) => !hasFailed(test) && test.head?.flaky !== true);
  const passedIds = new Set(passed.map(getTestId));
  const failed = await listTestsFailedEarlier(scope, {
    testIds: [...passedIds],
    earlier,
  });
  const wanted = ran.filter((test) => !passedIds.has(test.testId) || failed.has(test.testId));
  const found: Map<string, EarlierOutcome>[] = [];
  for (const testIds of splitIntoChunks(wanted.map(getTestId))) {
    found.push(await listEarlierOutcomes(scope, { testIds, earlier }));
  }
  return new Map(found.flatMap((outcomes) => [...outcomes]));
}

function replaceBase(test: Found, { run, baseFrom }: EarlierOutcome): Found {
  const { file = '', variant = null } = test.head ?? {};
  return { ...test, base: { ...run, file, variant }, baseFrom };
}

function getTestId({ testId }: Found): string {
  return testId;
}
