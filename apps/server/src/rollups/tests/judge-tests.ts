import type { TransactionScope } from '../../db/scope.ts';
import { splitIntoBatches } from '../batches.ts';
import {
  readChangedHistories,
  readWholeHistories,
  type Changes,
  type DefaultBranches,
  type TestHistory,
} from './test-histories.ts';
import { deriveNews, pickOutdatedNews, type JudgingReason } from './news/news.ts';
import { listWaitingNews } from './news/waiting-news.queries.ts';
import { buildTestStateRow } from './test-state.ts';
import { writeTestStates } from './test-states.queries.ts';
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
    await write(scope, {
      testIds: tests.map((test) => test.testId),
      histories: await readChangedHistories(scope, {
        changes: { ...changes, tests },
        defaultBranches,
      }),
      reason: 'live',
      executionIds,
    });
  }
}

/** Judges these tests from all stored data and stores their states. This writes no events. */
export async function judgeTests(
  scope: TransactionScope,
  {
    testIds,
    defaultBranches,
    reason,
  }: {
    testIds: readonly string[];
    defaultBranches: DefaultBranches;
    reason: Exclude<JudgingReason, 'live'>;
  },
): Promise<void> {
  for (const some of splitIntoBatches(testIds, TESTS_AT_ONCE)) {
    await write(scope, {
      testIds: some,
      histories: await readWholeHistories(scope, { testIds: some, defaultBranches }),
      reason,
      executionIds: new Set(),
    });
  }
}

/**
 * Judges tests of deleted executions whose remaining results did not change: a watched test is judged from its stored
 * runs, where runs of deleted executions drop out.
 */
export async function judgeTestsWithoutRuns(
  scope: TransactionScope,
  { testIds, defaultBranches, reason }: Parameters<typeof judgeTests>[1],
): Promise<void> {
  for (const some of splitIntoBatches(testIds, TESTS_AT_ONCE)) {
    const tests = some.map((testId) => ({ testId, results: 0, text: null }));
    await write(scope, {
      testIds: some,
      histories: await readChangedHistories(scope, {
        changes: { executions: [], contradicted: new Set(), tests },
        defaultBranches,
      }),
      reason,
      executionIds: new Set(),
    });
  }
}

async function write(
  scope: TransactionScope,
  {
    testIds,
    histories,
    reason,
    executionIds,
  }: {
    testIds: readonly string[];
    histories: readonly TestHistory[];
    reason: JudgingReason;
    executionIds: ReadonlySet<string>;
  },
): Promise<void> {
  const judged = histories.map((history) => ({ history, after: buildTestStateRow(history) }));
  const rows = judged.flatMap(({ after }) => after ?? []);
  const before = await writeTestStates(scope, { testIds, rows });
  if (reason !== 'live') return;
  const waiting = await listWaitingNews(scope, { testIds, executionIds: [...executionIds] });
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
