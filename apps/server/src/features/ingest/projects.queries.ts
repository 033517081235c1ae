import type { Scope } from '../../db/scope.ts';

/** Returns the id of the project with this name; creates the project if it is new. */
export async function findOrMakeProject(
  { database, transaction, organizationId }: Scope,
  project: { id: string; name: string; at: Date },
): Promise<string> {
  const find = () =>
    database.query<{ id: string }>(
      'SELECT id FROM projects WHERE organization_id = $1 AND name = $2',
      [organizationId, project.name],
      transaction,
    );
  const found = (await find())[0];
  if (found !== undefined) return found.id;
  await database.query(
    `INSERT INTO projects (organization_id, id, name, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, name) DO NOTHING`,
    [organizationId, project.id, project.name, project.at],
    transaction,
  );
  const made = (await find())[0];
  if (made === undefined) throw new Error('the project that was just made is not there');
  return made.id;
}

/** Takes the project's next number. Locks the project's row, so it is called last. */
export async function nextExecutionNumber(
  { database, transaction, organizationId }: Scope,
  projectId: string,
): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    `UPDATE projects
     SET last_execution_number = last_execution_number + 1
     WHERE organization_id = $1 AND id = $2
     RETURNING last_execution_number AS number`,
    [organizationId, projectId],
    transaction,
  );
  if (row === undefined) throw new Error('the project of an upload is gone');
  return row.number;
}
