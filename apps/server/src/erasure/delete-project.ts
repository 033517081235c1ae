import type { Scope } from '../db/scope.ts';
import { deleteExecutionRows } from '../rollups/forgetting.queries.ts';
import { noteTestErasure } from './executions.queries.ts';
import { deleteMentions } from './mentions.queries.ts';
import { lockOrganization } from './organizations.queries.ts';
import {
  deleteFingerprintsOfProject,
  deleteDaysOfTests,
  deleteProjectRow,
  deleteTests,
  lockTestsOfProject,
  noteDeletedExecutions,
} from './projects.queries.ts';

// Uploads of the organization wait for one such transaction. An outage may have left a thousand failures in each.
const EXECUTIONS_AT_ONCE = 200;
const TESTS_AT_ONCE = 500;
// Retention may have left rows of each test for every day, branch, framework and environment.
const DAYS_AT_ONCE = 20_000;
const FINGERPRINTS_AT_ONCE = 5_000;

/**
 * Deletes a project. When this function returns, no answer contains the project. `eraseDeletedExecutions` later erases
 * what its executions stored, and the hourly job its files. Uploads continue between the transactions. An upload that
 * ends before the last transaction is deleted too. An upload that ends later creates the project again. After an error,
 * another call continues. `onDeleted` receives the number of executions so far. Returns that number, or null if there
 * is no such project.
 */
export async function deleteProject(
  scope: Scope,
  projectId: string,
  onDeleted: (executions: number) => void = () => {},
): Promise<number | null> {
  let deleted = 0;
  for (;;) {
    const some = await deleteSome(scope, projectId);
    deleted += some.executions;
    onDeleted(deleted);
    if (some.project !== 'remains') return some.project === 'deleted' ? deleted : null;
  }
}

interface DeletedPart {
  executions: number;
  project: 'remains' | 'deleted' | 'not found';
}

/** Deletes some rows. Deletes the project with the last ones, because an upload in between could add more. */
function deleteSome(scope: Scope, projectId: string): Promise<DeletedPart> {
  return scope.transaction(async (scope) => {
    await lockOrganization(scope);
    const executionIds = await noteDeletedExecutions(scope, {
      projectId,
      limit: EXECUTIONS_AT_ONCE,
    });
    const executions = executionIds.length;
    await deleteMentions(scope, executionIds);
    await deleteExecutionRows(scope, executionIds);
    if (executions === EXECUTIONS_AT_ONCE) return { executions, project: 'remains' };
    const testIds = await lockTestsOfProject(scope, { projectId, limit: TESTS_AT_ONCE });
    const days = await deleteDaysOfTests(scope, { testIds, limit: DAYS_AT_ONCE });
    if (days === DAYS_AT_ONCE) return { executions, project: 'remains' };
    await deleteTests(scope, testIds);
    if (testIds.length > 0) await noteTestErasure(scope);
    if (testIds.length === TESTS_AT_ONCE) return { executions, project: 'remains' };
    const limit = FINGERPRINTS_AT_ONCE;
    const fingerprints = await deleteFingerprintsOfProject(scope, { projectId, limit });
    if (fingerprints === limit) return { executions, project: 'remains' };
    const isDeleted = await deleteProjectRow(scope, projectId);
    return { executions, project: isDeleted ? 'deleted' : 'not found' };
  });
}
