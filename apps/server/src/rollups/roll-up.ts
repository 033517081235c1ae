import { scopeOf, type Scope, type TransactionScope } from '../db/scope.ts';
import type { Database } from '../db/connections/database.ts';
import {
  forgetChanges,
  listChanges,
  organizationsWithChanges,
  setAside,
  type Change,
} from './changes.queries.ts';
import { judgeContradictions } from './executions/contradictions.queries.ts';
import {
  chooseDefaultBranches,
  writeDefaultBranches,
  type DefaultBranch,
} from './tests/default-branch.queries.ts';
import { deriveExecution } from './executions/derive.ts';
import { countFailures } from './executions/execution-failures.queries.ts';
import { judgeFlakyRuns } from './executions/flaky-runs.queries.ts';
import { judgeChangedTests, judgeTests } from './tests/judge-tests.ts';
import { contradictedInExecutions } from './tests/contradicted-runs.queries.ts';
import { runsInExecutions } from './tests/counted-runs.queries.ts';
import { executionsById, projectsOf } from './executions/numbered-executions.queries.ts';
import { reviseFirstSeen, reviseTestsFirstSeen } from './first-seen.queries.ts';
import { tryLock } from './roll-up.queries.ts';
import { failingTestsOf, testsToJudge } from './tests/test-states.queries.ts';

// Judging tests is the expensive part, and the same tests fail in many executions. A larger batch costs less per
// execution and works off a backlog sooner.
const EXECUTIONS_AT_ONCE = 500;

/**
 * Updates everything that is derived from results for the executions that changed, oldest change first:
 * contradictions, default branches, states of tests. Always derives from stored data, so that repeating it, or doing
 * it late or in another order, gives the same result. An execution that fails is reported to `onError` and set aside
 * for a while, so it delays no other. Returns the number of executions; 0 when nothing changed, or another server is at work.
 */
export async function rollUp(
  database: Database,
  onError: (error: unknown) => void = rethrow,
): Promise<number> {
  let done = 0;
  for (const organizationId of await organizationsWithChanges(database)) {
    const scope = scopeOf(database, organizationId);
    try {
      done += await rollUpOrganization(scope);
    } catch (error) {
      onError(error);
      done += await rollUpOneByOne(scope, onError);
    }
  }
  return done;
}

function rethrow(error: unknown): never {
  throw error;
}

async function rollUpOrganization(scope: Scope): Promise<number> {
  return scope.transaction(async (scope) => {
    if (!(await tryLock(scope))) return 0;
    const changes = await listChanges(scope, EXECUTIONS_AT_ONCE);
    await rollUpExecutions(scope, changes);
    return changes.length;
  });
}

async function rollUpOneByOne(scope: Scope, onError: (error: unknown) => void): Promise<number> {
  let done = 0;
  const changes = await scope.transaction((scope) => listChanges(scope, EXECUTIONS_AT_ONCE));
  for (const change of changes) {
    try {
      await scope.transaction(async (scope) => {
        if (await tryLock(scope)) await rollUpExecutions(scope, [change]);
      });
      done++;
    } catch (error) {
      onError(error);
      await scope.transaction((scope) => setAside(scope, change));
    }
  }
  return done;
}

async function rollUpExecutions(
  scope: TransactionScope,
  changes: readonly Change[],
): Promise<void> {
  const executionIds = changes.map((change) => change.executionId);
  if (executionIds.length === 0) return;
  for (const { executionId, derive } of changes) {
    if (derive) await deriveExecution(scope, executionId);
  }
  await countFailures(scope, executionIds);
  const rejudged = await judgeContradictions(scope, executionIds);
  const concerned = [...new Set([...executionIds, ...rejudged.map((one) => one.executionId)])];
  await judgeFlakyRuns(scope, concerned);
  const defaultBranches = await judgeTestsOf(scope, concerned);
  // Last, because from here to the commit, uploads that need one of these rows wait.
  await writeDefaultBranches(scope, defaultBranches);
  await reviseFirstSeen(scope, executionIds);
  await reviseTestsFirstSeen(scope, executionIds);
  await forgetChanges(scope, changes);
}

/** Returns the default branches that the tests were judged by. */
async function judgeTestsOf(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<DefaultBranch[]> {
  const executions = await executionsById(scope, executionIds);
  // They were deleted after they changed.
  if (executions.length === 0) return [];
  const projectIds = projectsOf(executions);
  const chosen = await chooseDefaultBranches(scope, projectIds);
  const defaultBranches = new Map(chosen.map((one) => [one.projectId, one]));
  const moved = chosen.flatMap((one) => (one.moved ? [one.projectId] : []));
  const movedTests = moved.length === 0 ? [] : await failingTestsOf(scope, moved);
  await judgeTests(scope, { testIds: movedTests, defaultBranches, reason: 'default-branch' });
  const judged = new Set(movedTests);
  const tests = await runsInExecutions(scope, {
    testIds: await testsToJudge(scope, {
      executionIds,
      projectIds,
      firstAt: Math.min(...executions.map((execution) => execution.startedAt)),
    }),
    executionIds,
    weeks: [...new Set(executions.map((execution) => execution.week))],
  });
  const changes = {
    executions,
    contradicted: await contradictedInExecutions(scope, executionIds),
    tests: tests.filter((test) => !judged.has(test.testId)),
  };
  await judgeChangedTests(scope, { changes, defaultBranches });
  return chosen;
}
