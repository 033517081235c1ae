import type { Database } from '../../db/connections/database.ts';
import type { Scope } from '../../db/scope.ts';
import { workInEachOrganization } from '../../db/work-through-organizations.ts';
import {
  deleteStoredResults,
  deleteUnusedTexts,
  listTextsOfExecution,
} from './executions.queries.ts';
import { holdOffUploads } from './organizations.queries.ts';
import {
  findDeletedExecution,
  forgetDeletedExecution,
  listOrganizationsWithDeletedExecutions,
} from './projects.queries.ts';

/**
 * Erases the results, files and unused texts of the executions of deleted projects, of every organization. Goes on
 * where an earlier call ended. Returns the number of executions.
 */
export function eraseAllDeletedExecutions(database: Database): Promise<number> {
  return workInEachOrganization(database, listOrganizationsWithDeletedExecutions, (organization) =>
    eraseDeletedExecutions(organization),
  );
}

/** Erases the deleted executions of one organization. `onErased` receives the number of executions so far. */
export async function eraseDeletedExecutions(
  scope: Scope,
  onErased: (executions: number) => void = () => {},
): Promise<number> {
  let erased = 0;
  while (await eraseOne(scope)) onErased(++erased);
  return erased;
}

async function eraseOne(scope: Scope): Promise<boolean> {
  return scope.transaction(async (scope) => {
    // An upload in progress may refer to a text that is unused so far.
    await holdOffUploads(scope);
    const execution = await findDeletedExecution(scope);
    if (execution === null) return false;
    const textIds = await listTextsOfExecution(scope, execution);
    await deleteStoredResults(scope, execution);
    await deleteUnusedTexts(scope, { textIds, week: execution.week });
    await forgetDeletedExecution(scope, execution);
    return true;
  });
}
