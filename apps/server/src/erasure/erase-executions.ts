import type { Scope, TransactionScope } from '../db/scope.ts';
import { deleteExecutions } from '../rollups/delete-executions.ts';
import {
  contentsOf,
  deleteMentions,
  deleteProjectRows,
  deleteStoredResults,
  deleteUnusedTests,
  deleteUnusedTexts,
  executionsOfProject,
  lockErasedExecution,
  noteTestErasure,
} from './executions.queries.ts';
import { lockOrganization } from './organizations.queries.ts';

/**
 * Erases an execution with its results, texts and tests that nothing else refers to, and judges again what depended
 * on it. Uploads and roll-ups of the organization wait meanwhile. Files of artifacts that nothing refers to any more
 * are deleted by the hourly job. Returns false when there is no such execution.
 */
export function eraseExecution(scope: Scope, executionId: string): Promise<boolean> {
  return scope.transaction(async (scope) => {
    await lockOrganization(scope);
    return eraseLocked(scope, executionId);
  });
}

/**
 * Erases a project, an execution after the other. Uploads go on in between, and are erased too as long as executions
 * are left. `onErased` receives the number of executions so far.
 */
export async function eraseProject(
  scope: Scope,
  projectId: string,
  onErased: (executions: number) => void = () => {},
): Promise<number> {
  let erased = 0;
  for (;;) {
    const isDone = await scope.transaction(async (scope) => {
      await lockOrganization(scope);
      const [executionId] = await executionsOfProject(scope, { projectId, limit: 1 });
      if (executionId === undefined) {
        await deleteProjectRows(scope, projectId);
        await noteTestErasure(scope);
        return true;
      }
      await eraseLocked(scope, executionId);
      return false;
    });
    if (isDone) return erased;
    onErased(++erased);
  }
}

async function eraseLocked(scope: TransactionScope, executionId: string): Promise<boolean> {
  const execution = await lockErasedExecution(scope, executionId);
  if (execution === null) return false;
  const { textIds, testIds } = await contentsOf(scope, execution);
  await deleteStoredResults(scope, execution);
  await deleteUnusedTexts(scope, { textIds, week: execution.week });
  await deleteMentions(scope, executionId);
  await deleteExecutions(scope, [executionId], { testIds });
  if ((await deleteUnusedTests(scope, testIds)) > 0) await noteTestErasure(scope);
  return true;
}
