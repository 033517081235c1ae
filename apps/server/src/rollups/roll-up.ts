import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import { forgetChanges, listChanges, organizationsWithChanges } from './changes.queries.ts';
import { judgeContradictions } from './contradictions.queries.ts';
import { updateDefaultBranches } from './default-branch.queries.ts';
import { deriveExecution } from './derive.ts';
import { countFailures } from './execution-failures.queries.ts';
import { judgeFlakyRuns } from './flaky-runs.queries.ts';
import { judgeTests } from './judge-tests.ts';
import { projectsOf, reviseFirstSeen, reviseTestsFirstSeen, tryLock } from './roll-up.queries.ts';
import { failingTestsOf, testsToJudge } from './test-states.queries.ts';

// What costs is to judge the tests, and the same tests fail in many executions: the more executions are
// taken at once the less each of them costs, and the sooner a backlog is gone.
const EXECUTIONS_AT_ONCE = 500;

/**
 * Brings everything that is derived from results up to date with the executions that changed, the
 * oldest change first: contradictions, default branches, states of tests. Each time from what is
 * stored, so that doing it twice, late or in another order comes to the same. Answers how many
 * executions it looked at; 0: all is up to date, or another server is at it.
 */
export async function rollUp(database: Database): Promise<number> {
  let done = 0;
  for (const organizationId of await organizationsWithChanges(database)) {
    done += await database.transaction(async (transaction) =>
      rollUpSome({ database, transaction, organizationId }),
    );
  }
  return done;
}

async function rollUpSome(scope: Scope): Promise<number> {
  if (!(await tryLock(scope))) return 0;
  const changes = await listChanges(scope, EXECUTIONS_AT_ONCE);
  const executionIds = changes.map((change) => change.executionId);
  if (executionIds.length === 0) return 0;
  for (const { executionId, derive } of changes) {
    if (derive) await deriveExecution(scope, executionId);
  }
  await countFailures(scope, executionIds);
  await reviseFirstSeen(scope, executionIds);
  await reviseTestsFirstSeen(scope, executionIds);
  const rejudged = await judgeContradictions(scope, executionIds);
  const concerned = new Set([...executionIds, ...rejudged.map((one) => one.executionId)]);
  await judgeFlakyRuns(scope, [...concerned]);
  const testIds = new Set(rejudged.map((one) => one.testId));
  const moved = await updateDefaultBranches(scope, await projectsOf(scope, executionIds));
  if (moved.length > 0) {
    for (const testId of await failingTestsOf(scope, moved)) testIds.add(testId);
  }
  for (const testId of await testsToJudge(scope, executionIds)) testIds.add(testId);
  await judgeTests(scope, [...testIds]);
  // Last, because an upload into one of these executions waits from here to the end.
  await forgetChanges(scope, changes);
  return changes.length;
}
