import type { Scope, TransactionScope } from '../../db/scope.ts';
import { deleteExecutions, rollUpBeforeJudging, rollUpRest } from '../../rollups/index.ts';
import {
  deleteStoredResults,
  deleteUnusedTests,
  deleteUnusedTexts,
  lockErasedExecution,
  noteTestErasure,
  listTestsOfExecution,
  listTextsOfExecution,
  type NamedExecution,
} from './executions.queries.ts';
import { deleteAnswers, erasePatternsOfFeedback } from './mentions.queries.ts';
import { lockOrganization } from './organizations.queries.ts';

/**
 * Erases an execution with its results, and texts and tests without other references, and derives again the data that
 * depended on it. Uploads and roll-ups of the organization wait meanwhile. The hourly job deletes files of artifacts
 * without references. `onErased` runs in the same transaction. Returns the execution; null when there is none.
 */
export async function eraseExecution(
  scope: Scope,
  executionId: string,
  onErased: (scope: TransactionScope, execution: NamedExecution) => Promise<void> = async () => {},
): Promise<NamedExecution | null> {
  // Outside of the transaction, for which uploads wait.
  await rollUpBeforeJudging(scope);
  return scope.transaction(async (scope) => {
    await lockOrganization(scope);
    const execution = await lockErasedExecution(scope, executionId);
    if (execution === null) return null;
    await rollUpRest(scope);
    const textIds = await listTextsOfExecution(scope, execution);
    const testIds = await listTestsOfExecution(scope, execution);
    await deleteStoredResults(scope, execution);
    await deleteUnusedTexts(scope, { textIds, week: execution.week });
    await deleteAnswers(scope, [executionId]);
    await erasePatternsOfFeedback(scope, [executionId]);
    await deleteExecutions(scope, [executionId], { testIds });
    if ((await deleteUnusedTests(scope, testIds)) > 0) await noteTestErasure(scope);
    await onErased(scope, execution);
    return execution;
  });
}
