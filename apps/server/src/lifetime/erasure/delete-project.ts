import { recordAuditEntry } from '../../audit-log/index.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { deleteExecutionRows } from '../../rollups/index.ts';
import { deleteSomeAnalyses } from './analyses-and-deliveries.queries.ts';
import { noteTestErasure } from './executions.queries.ts';
import { deleteAnswers } from './mentions.queries.ts';
import { lockOrganization } from './organizations.queries.ts';
import {
  deleteFeedbackOfProject,
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
 * another call continues. The last transaction adds the entry to the audit log. Returns the number of executions, or
 * null if there is no such project.
 */
export async function deleteProject(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { id, name, command, onDeleted = () => {} }: ProjectDeletion,
): Promise<number | null> {
  let deleted = 0;
  for (;;) {
    const some = await scope.transaction(async (scope) => {
      const part = await deleteSome(scope, id);
      const executions = deleted + part.executions;
      if (part.project === 'deleted') {
        await recordAuditEntry(deps, scope, {
          action: 'project.deleted',
          target: { id, name },
          details: { executions },
          ...(command === undefined ? {} : { command }),
        });
      }
      return part;
    });
    deleted += some.executions;
    onDeleted(deleted);
    if (some.project !== 'remains') return some.project === 'deleted' ? deleted : null;
  }
}

export interface ProjectDeletion {
  id: string;
  name: string;
  /** The command that deletes the project, without a principal. */
  command?: string;
  /** Receives the number of executions so far. */
  onDeleted?: (executions: number) => void;
}

interface DeletedPart {
  executions: number;
  project: 'remains' | 'deleted' | 'not found';
}

/** Deletes some rows. Deletes the project with the last ones, because an upload in between could add more. */
function deleteSome(scope: Scope, projectId: string): Promise<DeletedPart> {
  return scope.transaction(async (scope) => {
    await lockOrganization(scope);
    if (await deleteSomeAnalyses(scope, { projectId }))
      return { executions: 0, project: 'remains' };
    const executionIds = await noteDeletedExecutions(scope, {
      projectId,
      limit: EXECUTIONS_AT_ONCE,
    });
    const executions = executionIds.length;
    await deleteAnswers(scope, executionIds);
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
    const feedback = await deleteFeedbackOfProject(scope, { projectId, limit });
    if (feedback === limit) return { executions, project: 'remains' };
    const isDeleted = await deleteProjectRow(scope, projectId);
    return { executions, project: isDeleted ? 'deleted' : 'not found' };
  });
}
