/** Returns the id of the project with this name; creates the project if it is new. */
export async function findOrMakeProject(
  scope: TransactionScope,
  project: { id: string; name: string; at: Date },
): Promise<string> {
  const find = () =>
    scope.query<{ id: string }>(
      'SELECT id FROM projects WHERE organization_id = $1 AND name = $2',
      [scope.organizationId, project.name],
    );
  const found = (await find())[0];
  if (found !== undefined) return found.id;
  await scope.query(
    `INSERT INTO projects (organization_id, id, name, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, name) DO NOTHING`,
    [scope.organizationId, project.id, project.name, project.at],
  );
  const made = (await find())[0];
  if (made === undefined) throw new Error('the project that was just made is not there');
  return made.id;
}

/** Takes the project's next number. Locks the project's row, so it is called last. */
export async function nextExecutionNumber(
  scope: TransactionScope,
  projectId: string,
): Promise<number> {
  const [row] = await scope.query<{ number: number }>(
    `UPDATE projects
     SET last_execution_number = last_execution_number + 1
     WHERE organization_id = $1 AND id = $2
     RETURNING last_execution_number AS number`,
    [scope.organizationId, projectId],
  );
  if (row === undefined) throw new Error('the project of an upload is gone');
  return row.number;
}
import type { TransactionScope } from '../../db/scope.ts';
