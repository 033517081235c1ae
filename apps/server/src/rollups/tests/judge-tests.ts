import type { TransactionScope } from '../../db/scope.ts';
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
import { listWaitingNews } from './news/waiting-news.queries.ts';
import { buildTestStateRow } from './test-state.ts';
import { readStoredTestStates, writeTestStates, type TestStateRow } from './test-states.queries.ts';
import { writeNews } from './news/write-news.ts';

// The number of histories in memory at once: 500 runs each, of about 150 bytes.
const TESTS_AT_ONCE = 200;

/** Judges the tests of changed executions, and stores their states and what is new. */
export async function judgeChangedTests(
  scope: TransactionScope,
  { changes, defaultBranches }: { changes: Changes; defaultBranches: DefaultBranches },
): Promise<void> {
  const executionIds = new Set(changes.executions.map((execution) => execution.executionId));
  for (const tests of splitIntoBatches(changes.tests, TESTS_AT_ONCE)) {
    const testIds = tests.map((test) => test.testId);
    const before = await readStoredTestStates(scope, testIds);
    const histories = await readChangedHistories(scope, {
      changes: { ...changes, tests },
      states: before,
      defaultBranches,
    });
    const judged = await judge(scope, { testIds, histories });
    await findNews(scope, { judged, before, executionIds });
  }
}

/** Judges these tests from all stored data and stores their states. This writes no events. */
export async function judgeTests(
  scope: TransactionScope,
  { testIds, defaultBranches }: { testIds: readonly string[]; defaultBranches: DefaultBranches },
): Promise<void> {
  for (const some of splitIntoBatches(testIds, TESTS_AT_ONCE)) {
    const histories = await readWholeHistories(scope, { testIds: some, defaultBranches });
    await judge(scope, { testIds: some, histories });
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
    const histories = await readChangedHistories(scope, {
      changes: { executions: [], contradicted: new Set(), tests },
      states: await readStoredTestStates(scope, some),
      defaultBranches,
    });
    await judge(scope, { testIds: some, histories });
  }
}

interface JudgedTest {
  history: TestHistory;
  after: TestStateRow | null;
}

/** Stores the states of these tests. A test without a history is healthy. */
async function judge(
  scope: TransactionScope,
  { testIds, histories }: { testIds: readonly string[]; histories: readonly TestHistory[] },
): Promise<JudgedTest[]> {
  const judged = histories.map((history) => ({ history, after: buildTestStateRow(history) }));
  await writeTestStates(scope, { testIds, rows: judged.flatMap(({ after }) => after ?? []) });
  return judged;
}

/** Stores what is new about tests since the states before, and withdraws outdated news. */
async function findNews(
  scope: TransactionScope,
  {
    judged,
    before,
    executionIds,
  }: { judged: readonly JudgedTest[]; before: TestStates; executionIds: ReadonlySet<string> },
): Promise<void> {
  const waiting = await listWaitingNews(scope, {
    testIds: judged.map(({ history }) => history.testId),
    executionIds: [...executionIds],
  });
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
