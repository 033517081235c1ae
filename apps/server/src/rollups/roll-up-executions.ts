import type { TransactionScope } from '../db/scope.ts';
import { queueAnalysesAgain } from './analyses-again.queries.ts';
import { deleteChanges, type Change } from './changes.queries.ts';
import { judgeContradictions } from './executions/contradictions.queries.ts';
import { countFailures } from './executions/execution-failures.queries.ts';
import { judgeFlakyRuns } from './executions/flaky-runs.queries.ts';
import { listExecutionsById, collectProjectIds } from './executions/numbered-executions.queries.ts';
import { reviseFirstSeen, reviseTestsFirstSeen } from './first-seen.queries.ts';
import { readContradictedInExecutions } from './tests/contradicted-runs.queries.ts';
import { listRunsInExecutions } from './tests/counted-runs.queries.ts';
import {
  chooseDefaultBranches,
  writeDefaultBranches,
  type DefaultBranch,
} from './tests/default-branch.queries.ts';
import { judgeChangedTests, judgeTests } from './tests/judge-tests.ts';
import { listEverFailingTests, listTestsToJudge } from './tests/test-states.queries.ts';

/**
 * Derives everything that depends on these changed executions, stores what is new about tests, and deletes the changes.
 * The caller holds the roll-up lock.
 */
export async function rollUpExecutions(
  scope: TransactionScope,
  changes: readonly Change[],
): Promise<void> {
  const executionIds = changes.map((change) => change.executionId);
  if (executionIds.length === 0) return;
  await countFailures(scope, executionIds);
  const rejudged = await judgeContradictions(scope, executionIds);
  const rejudgedIds = rejudged.map((one) => one.executionId);
  await queueAnalysesAgain(scope, rejudgedIds);
  const concerned = [...new Set([...executionIds, ...rejudgedIds])];
  await judgeFlakyRuns(scope, concerned);
  const defaultBranches = await judgeTestsOfExecutions(scope, concerned);
  // Last, because from here to the commit, uploads that need one of these rows wait.
  await writeDefaultBranches(scope, defaultBranches);
  await reviseFirstSeen(scope, executionIds);
  await reviseTestsFirstSeen(scope, executionIds);
  await deleteChanges(scope, changes);
}

/** Returns the default branches that the tests were judged by. */
async function judgeTestsOfExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<DefaultBranch[]> {
  const executions = await listExecutionsById(scope, executionIds);
  // They were deleted after they changed.
  if (executions.length === 0) return [];
  const projectIds = collectProjectIds(executions);
  const chosen = await chooseDefaultBranches(scope, projectIds);
  const defaultBranches = new Map(chosen.map((one) => [one.projectId, one]));
  const moved = chosen.flatMap((one) => (one.moved ? [one.projectId] : []));
  const movedTests = new Set(moved.length === 0 ? [] : await listEverFailingTests(scope, moved));
  const tests = await listRunsInExecutions(scope, {
    testIds: await listTestsToJudge(scope, {
      executionIds,
      projectIds,
      firstAt: Math.min(...executions.map((execution) => execution.startedAt)),
    }),
    executionIds,
    weeks: [...new Set(executions.map((execution) => execution.week))],
  });
  // Tests with a run may have news, which compares with the state before the move. A move of other tests is no news.
  const live = tests.filter((test) => test.text !== null || !movedTests.has(test.testId));
  const liveIds = new Set(live.map((test) => test.testId));
  await judgeTests(scope, {
    testIds: [...movedTests].filter((testId) => !liveIds.has(testId)),
    defaultBranches,
  });
  const changes = {
    executions,
    contradicted: await readContradictedInExecutions(scope, executionIds),
    tests: live,
  };
  await judgeChangedTests(scope, { changes, defaultBranches });
  return chosen;
}
