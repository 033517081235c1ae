import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import {
  forgetChanges,
  listChanges,
  organizationsWithChanges,
  setAside,
  type Change,
} from './changes.queries.ts';
import { judgeContradictions } from './contradictions.queries.ts';
import {
  chooseDefaultBranches,
  writeDefaultBranches,
  type DefaultBranch,
} from './default-branch.queries.ts';
import { deriveExecution } from './derive.ts';
import { countFailures } from './execution-failures.queries.ts';
import { judgeFlakyRuns } from './flaky-runs.queries.ts';
import { judgeChangedTests, judgeTests } from './judge-tests.ts';
import { contradictedInExecutions } from './contradicted-runs.queries.ts';
import { runsInExecutions } from './counted-runs.queries.ts';
import { executionsById, projectsOf } from './numbered-executions.queries.ts';
import { reviseFirstSeen, reviseTestsFirstSeen, tryLock } from './roll-up.queries.ts';
import { failingTestsOf, testsToJudge } from './test-states.queries.ts';

// What costs is to judge the tests, and the same tests fail in many executions: the more executions are
// taken at once the less each of them costs, and the sooner a backlog is gone.
const EXECUTIONS_AT_ONCE = 500;

/**
 * Brings everything that is derived from results up to date with the executions that changed, the
 * oldest change first: contradictions, default branches, states of tests. Each time from what is
 * stored, so that doing it twice, late or in another order comes to the same. An execution that cannot
 * be rolled up is told to `onError` and set aside for a while; it holds up nobody else. Answers how
 * many executions it looked at; 0: all is up to date, or another server is at it.
 */
export async function rollUp(
  database: Database,
  onError: (error: unknown) => void = rethrow,
): Promise<number> {
  let done = 0;
  for (const organizationId of await organizationsWithChanges(database)) {
    const inScope: InScope = (work) =>
      database.transaction((transaction) => work({ database, transaction, organizationId }));
    try {
      done += await rollUpOrganization(inScope);
    } catch (error) {
      onError(error);
      done += await rollUpOneByOne(inScope, onError);
    }
  }
  return done;
}

type InScope = <Answer>(work: (scope: Scope) => Promise<Answer>) => Promise<Answer>;

function rethrow(error: unknown): never {
  throw error;
}

async function rollUpOrganization(inScope: InScope): Promise<number> {
  return inScope(async (scope) => {
    if (!(await tryLock(scope))) return 0;
    const changes = await listChanges(scope, EXECUTIONS_AT_ONCE);
    await rollUpExecutions(scope, changes);
    return changes.length;
  });
}

async function rollUpOneByOne(
  inScope: InScope,
  onError: (error: unknown) => void,
): Promise<number> {
  let done = 0;
  for (const change of await inScope((scope) => listChanges(scope, EXECUTIONS_AT_ONCE))) {
    try {
      await inScope(async (scope) => {
        if (await tryLock(scope)) await rollUpExecutions(scope, [change]);
      });
      done++;
    } catch (error) {
      onError(error);
      await inScope((scope) => setAside(scope, change));
    }
  }
  return done;
}

async function rollUpExecutions(scope: Scope, changes: readonly Change[]): Promise<void> {
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
  // Last, because uploads that meet one of these rows wait from here to the end.
  await writeDefaultBranches(scope, defaultBranches);
  await reviseFirstSeen(scope, executionIds);
  await reviseTestsFirstSeen(scope, executionIds);
  await forgetChanges(scope, changes);
}

/** Answers the default branches by which the tests were judged. */
async function judgeTestsOf(
  scope: Scope,
  executionIds: readonly string[],
): Promise<DefaultBranch[]> {
  const executions = await executionsById(scope, executionIds);
  const projectIds = projectsOf(executions);
  const chosen = await chooseDefaultBranches(scope, projectIds);
  const defaultBranches = new Map(chosen.map((one) => [one.projectId, one]));
  const moved = chosen.flatMap((one) => (one.moved ? [one.projectId] : []));
  const movedTests = moved.length === 0 ? [] : await failingTestsOf(scope, moved);
  await judgeTests(scope, { testIds: movedTests, defaultBranches });
  const judged = new Set(movedTests);
  const tests = await runsInExecutions(scope, {
    testIds: await testsToJudge(scope, { executionIds, projectIds }),
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
