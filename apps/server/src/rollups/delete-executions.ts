import type { TransactionScope } from '../db/scope.ts';
import {
  executionsOfSameCode,
  judgeContradictions,
  takeBackContradictions,
} from './executions/contradictions.queries.ts';
import { judgeFlakyRuns } from './executions/flaky-runs.queries.ts';
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
 * default branches and the states of tests. What they contradicted in other executions stays evidence when they
 * expire; with `forgetsEvidence` it is judged again, as if they had never been. The caller holds the roll-up lock.
 */
export async function deleteExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
  { forgetsEvidence = false }: { forgetsEvidence?: boolean } = {},
): Promise<void> {
  if (executionIds.length === 0) return;
  const related = forgetsEvidence ? await executionsOfSameCode(scope, executionIds) : [];
  const projectIds = projectsOf(await executionsById(scope, executionIds));
  const { fingerprints, testIds } = await failuresOf(scope, executionIds);
  await deleteExecutionRows(scope, executionIds);
  await forgetUnusedFingerprints(scope, fingerprints);
  await forgetUnusedStates(scope, testIds);
  const takenBack = await takeBackContradictions(scope, related);
  await judgeContradictions(scope, related);
  await judgeFlakyRuns(scope, related);
  const stored = await storedTestStates(scope, testIds);
  const chosen = await chooseDefaultBranches(scope, projectIds);
  const moved = chosen.flatMap((one) => (one.moved ? [one.projectId] : []));
  const movedTests = moved.length === 0 ? [] : await failingTestsOf(scope, moved);
  await judgeTests(scope, {
    testIds: [...new Set([...stored.keys(), ...movedTests, ...takenBack])],
    defaultBranches: new Map(chosen.map((one) => [one.projectId, one])),
    reason: 'retention',
  });
  // Last, because from here to the commit, uploads into the project wait.
  await writeDefaultBranches(scope, chosen);
}
