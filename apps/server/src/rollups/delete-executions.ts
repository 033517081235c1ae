import type { TransactionScope } from '../db/scope.ts';
import { queueAnalysesAgain } from './analyses-again.queries.ts';
import {
  listExecutionsOfSameCode,
  judgeContradictions,
  takeBackContradictions,
} from './executions/contradictions.queries.ts';
import { judgeFlakyRuns } from './executions/flaky-runs.queries.ts';
import { chooseDefaultBranches, writeDefaultBranches } from './tests/default-branch.queries.ts';
import { resetFingerprintsFirstSeen, resetTestsFirstSeen } from './first-seen.queries.ts';
import { deleteExecutionRows, readFailuresOfExecutions } from './deleted-executions.queries.ts';
import {
  deleteUnusedFingerprints,
  deleteUnusedStates,
  findFingerprintClasses,
} from './unused-rows.queries.ts';
import { judgeTests, judgeTestsWithoutRuns } from './tests/judge-tests.ts';
import { listExecutionsById, collectProjectIds } from './executions/numbered-executions.queries.ts';
import {
  listEverFailingTests,
  readStoredTestStates,
  listTestsDependingOn,
} from './tests/test-states.queries.ts';

/**
 * Deletes executions with everything that was derived from them, then updates what depended on them and on others:
 * default branches and the states of tests. The caller holds the roll-up lock, and has rolled up all changes with it.
 * @param testIds the tests that ran in the executions. Contradictions in other executions, the states of these tests,
 * and first-seen times of tests and failures are then derived again, as if the executions had never existed. Null keeps
 * all of these, as for executions that expire.
 */
export async function deleteExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
  { testIds: ran }: { testIds: readonly string[] | null } = { testIds: null },
): Promise<void> {
  if (executionIds.length === 0) return;
  const related = ran === null ? [] : await listExecutionsOfSameCode(scope, executionIds);
  const executions = await listExecutionsById(scope, executionIds);
  const projectIds = collectProjectIds(executions);
  const { fingerprints, testIds } = await readFailuresOfExecutions(scope, executionIds);
  await deleteExecutionRows(scope, executionIds);
  await deleteUnusedFingerprints(scope, fingerprints);
  await findFingerprintClasses(scope, fingerprints);
  await deleteUnusedStates(scope, testIds);
  const takenBack = await takeBackContradictions(scope, related);
  const rejudged = await judgeContradictions(scope, related);
  // A verdict may rest on a run that is gone.
  if (takenBack.length + rejudged.length > 0) await queueAnalysesAgain(scope, related);
  await judgeFlakyRuns(scope, [
    ...new Set([...related, ...rejudged.map((one) => one.executionId)]),
  ]);
  const stored = await readStoredTestStates(scope, testIds);
  const dependent =
    ran === null
      ? []
      : await listTestsDependingOn(scope, { executionIds, projectIds, testIds: ran });
  const chosen = await chooseDefaultBranches(scope, projectIds);
  const moved = chosen.flatMap((one) => (one.moved ? [one.projectId] : []));
  const movedTests = moved.length === 0 ? [] : await listEverFailingTests(scope, moved);
  const defaultBranches = new Map(chosen.map((one) => [one.projectId, one]));
  const judged = new Set([
    ...stored.keys(),
    ...movedTests,
    ...takenBack,
    ...rejudged.map((one) => one.testId),
  ]);
  await judgeTests(scope, { testIds: [...judged], defaultBranches });
  await judgeTestsWithoutRuns(scope, {
    testIds: dependent.filter((testId) => !judged.has(testId)),
    defaultBranches,
  });
  // Last, because from here to the commit, uploads into the project wait.
  await writeDefaultBranches(scope, chosen);
  if (ran !== null && executions.length > 0) {
    const since = new Date(Math.min(...executions.map(({ startedAt }) => startedAt)));
    await resetFingerprintsFirstSeen(scope, { since, fingerprints });
    await resetTestsFirstSeen(scope, { since, testIds: ran });
  }
}
