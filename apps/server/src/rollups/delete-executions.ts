import type { TransactionScope } from '../db/scope.ts';
import { chooseDefaultBranches, writeDefaultBranches } from './tests/default-branch.queries.ts';
import {
  deleteExecutionRows,
  failuresOf,
  forgetUnusedFingerprints,
  forgetUnusedStates,
} from './forgetting.queries.ts';
import { judgeTests } from './tests/judge-tests.ts';
import { executionsById, projectsOf } from './tests/numbered-executions.queries.ts';
import { failingTestsOf, storedTestStates } from './tests/test-states.queries.ts';

/**
 * Deletes executions with everything that was derived from them, then updates what depended on them and on others:
 * default branches and the states of tests. The caller holds the roll-up lock.
 */
export async function deleteExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  if (executionIds.length === 0) return;
  const projectIds = projectsOf(await executionsById(scope, executionIds));
  const { fingerprints, testIds } = await failuresOf(scope, executionIds);
  await deleteExecutionRows(scope, executionIds);
  await forgetUnusedFingerprints(scope, fingerprints);
  await forgetUnusedStates(scope, testIds);
  const stored = await storedTestStates(scope, testIds);
  const chosen = await chooseDefaultBranches(scope, projectIds);
  const moved = chosen.flatMap((one) => (one.moved ? [one.projectId] : []));
  const movedTests = moved.length === 0 ? [] : await failingTestsOf(scope, moved);
  await judgeTests(scope, {
    testIds: [...new Set([...stored.keys(), ...movedTests])],
    defaultBranches: new Map(chosen.map((one) => [one.projectId, one])),
    reason: 'retention',
  });
  // Last, because from here to the commit, uploads into the project wait.
  await writeDefaultBranches(scope, chosen);
}
