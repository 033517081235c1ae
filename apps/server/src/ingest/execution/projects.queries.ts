import type { TransactionScope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';

export interface ProjectOfUpload {
  id: string;
  /** How often tests of the organization were erased. */
  testErasures: number;
}

/**
 * Returns the project with this name; creates the project if it is new. Called with the lock on the
 * organization's uploads, so the organization is not deleted before the transaction ends.
 * @throws SvcError UNAUTHORIZED when the organization was deleted after the request began.
 */
export async function findOrMakeProject(
  scope: TransactionScope,
  project: { id: string; name: string; at: Date },
): Promise<ProjectOfUpload> {
  const find = () =>
    scope.prepared<ProjectOfUpload>(
      `SELECT projects.id, organizations.test_erasures AS "testErasures"
       FROM organizations
       JOIN projects ON projects.organization_id = $1 AND projects.name = $2
       WHERE organizations.organization_id = $1 AND organizations.deleted_at IS NULL`,
      [scope.organizationId, project.name],
    );
  const found = (await find())[0];
  if (found !== undefined) return found;
  await scope.prepared(
    `INSERT INTO projects (organization_id, id, name, created_at)
     SELECT organization_id, $2, $3, $4
     FROM organizations
     WHERE organization_id = $1 AND deleted_at IS NULL
     ON CONFLICT (organization_id, name) DO NOTHING`,
    [scope.organizationId, project.id, project.name, project.at],
  );
  const made = (await find())[0];
  if (made === undefined)
    throw new SvcError('UNAUTHORIZED', 'The organization of this credential was deleted.');
  return made;
}

/** Takes the project's next number. Locks the project's row, so it is called last. */
export async function takeExecutionNumber(
  scope: TransactionScope,
  projectId: string,
): Promise<number> {
  const [row] = await scope.prepared<{ number: number }>(
    `UPDATE projects
     SET last_execution_number = last_execution_number + 1
     WHERE organization_id = $1 AND id = $2
     RETURNING last_execution_number AS number`,
    [scope.organizationId, projectId],
  );
  if (row === undefined) throw new Error('the project of an upload is gone');
  return row.number;
}
