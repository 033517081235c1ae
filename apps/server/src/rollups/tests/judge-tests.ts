import type { TransactionScope } from '../../db/scope.ts';
import { KnownExecutions } from '../executions/known-executions.ts';
import { splitIntoBatches } from '../batches.ts';
import {
  readChangedHistories,
  readWholeHistories,
  type Changes,
  type DefaultBranches,
  type TestHistory,
  type TestStates,
} from './test-histories.ts';
import { deriveNews, pickOutdatedNews } from './news/news.ts';
import { hasWaitingNews, listWaitingNews } from './news/waiting-news.queries.ts';
import { buildTestStateRow } from './test-state.ts';
import { readStoredTestStates, writeTestStates, type TestStateRow } from './test-states.queries.ts';
import { writeNews } from './news/write-news.ts';

// The number of histories in memory at once: 500 runs each, of about 150 bytes. Each batch takes some statements, and
// beside uploads each statement waits for the event loop.
const TESTS_AT_ONCE = 500;

/** Judges the tests of changed executions, and stores their states and what is new. */
export async function judgeChangedTests(
  scope: TransactionScope,
  { changes, defaultBranches }: { changes: Changes; defaultBranches: DefaultBranches },
): Promise<void> {
  const executionIds = new Set(changes.executions.map((execution) => execution.executionId));
  const known = new KnownExecutions(scope, changes.executions);
  const mayWait = await hasWaitingNews(scope, [...executionIds]);
  for (const tests of splitIntoBatches(changes.tests, TESTS_AT_ONCE)) {
    const testIds = tests.map((test) => test.testId);
    const before = await readStoredTestStates(scope, testIds);
    const histories = await readChangedHistories(scope, {
      changes: { ...changes, tests },
      states: before,
      known,
      defaultBranches,
    });
    const judged = await judge(scope, { withState: [...before.keys()], histories });
    await writeNewsOf(scope, { judged, before, executionIds, mayWait });
  }
}

/** Judges these tests from all stored data and stores their states. This writes no events. */
export async function judgeTests(
  scope: TransactionScope,
  { testIds, defaultBranches }: { testIds: readonly string[]; defaultBranches: DefaultBranches },
): Promise<void> {
  for (const some of splitIntoBatches(testIds, TESTS_AT_ONCE)) {
    const histories = await readWholeHistories(scope, { testIds: some, defaultBranches });
    await judge(scope, { withState: some, histories });
  }
}

/**
 * Judges tests of deleted executions whose remaining results did not change: a watched test is judged from its stored
 * runs, where runs of deleted executions drop out.
 */
export async function judgeTestsWithoutRuns(
  scope: TransactionScope,
  { testIds, defaultBranches }: Parameters<typeof judgeTests>[1],
): Promise<void> {
  for (const some of splitIntoBatches(testIds, TESTS_AT_ONCE)) {
    const tests = some.map((testId) => ({ testId, results: 0, text: null }));
    const states = await readStoredTestStates(scope, some);
    const histories = await readChangedHistories(scope, {
      changes: { executions: [], contradicted: new Set(), tests },
      states,
      known: new KnownExecutions(scope, []),
      defaultBranches,
    });
    await judge(scope, { withState: [...states.keys()], histories });
  }
}

interface JudgedTest {
  history: TestHistory;
  after: TestStateRow | null;
}

/** Stores the states of these tests. `withState`: tests that may have a stored state; without a history, it is deleted. */
async function judge(
  scope: TransactionScope,
  { withState, histories }: { withState: readonly string[]; histories: readonly TestHistory[] },
): Promise<JudgedTest[]> {
  const judged = histories.map((history) => ({ history, after: buildTestStateRow(history) }));
  await writeTestStates(scope, { withState, rows: judged.flatMap(({ after }) => after ?? []) });
  return judged;
}

/** Stores what is new about tests since the states before, and withdraws outdated news. */
async function writeNewsOf(
  scope: TransactionScope,
  {
    judged,
    before,
    executionIds,
    mayWait,
  }: {
    judged: readonly JudgedTest[];
    before: TestStates;
    executionIds: ReadonlySet<string>;
    /** News of the executions waits. */
    mayWait: boolean;
  },
): Promise<void> {
  const testIds = judged.map(({ history }) => history.testId);
  const waiting = mayWait
    ? await listWaitingNews(scope, { testIds, executionIds: [...executionIds] })
    : [];
  const waitingOf = Map.groupBy(waiting, (one) => one.testId);
  await writeNews(scope, {
    news: judged.flatMap(({ history, after }) =>
      deriveNews(history, { before: before.get(history.testId), after, executionIds }),
    ),
    outdated: judged.flatMap(({ history, after }) =>
      pickOutdatedNews(history, { after, waiting: waitingOf.get(history.testId) ?? [] }),
    ),
  });
}
