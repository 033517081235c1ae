import type { Scope } from '../db/scope.ts';
import { deleteExecutionRows } from '../rollups/forgetting.queries.ts';
import { noteTestErasure } from './executions.queries.ts';
import { deleteMentions } from './mentions.queries.ts';
import { lockOrganization } from './organizations.queries.ts';
import { deleteProjectRows, noteDeletedExecutions } from './projects.queries.ts';

// Uploads of the organization wait for one such transaction. An outage may have left a thousand failures in each.
const EXECUTIONS_AT_ONCE = 200;

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
    const some = await deleteSomeExecutions(scope, projectId);
    deleted += some.executions;
    onDeleted(deleted);
    if (some.project !== 'remains') return some.project === 'deleted' ? deleted : null;
  }
}

interface DeletedPart {
  executions: number;
  project: 'remains' | 'deleted' | 'not found';
}

/** Deletes some executions. Deletes the project with the last ones, because an upload in between could add more. */
function deleteSomeExecutions(scope: Scope, projectId: string): Promise<DeletedPart> {
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
    if (!(await deleteProjectRows(scope, projectId))) return { executions, project: 'not found' };
    await noteTestErasure(scope);
    return { executions, project: 'deleted' };
  });
}
