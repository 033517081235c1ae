import type { Statements } from './statements.ts';

/** Every organization, the deleted ones that are not erased yet included. */
export function listOrganizationIds(statements: Statements): Promise<string[]> {
  return listIds(statements, 'TRUE');
}

/** Every organization that is not deleted. */
export function listActiveOrganizationIds(statements: Statements): Promise<string[]> {
  return listIds(statements, 'deleted_at IS NULL');
}

async function listIds(statements: Statements, condition: string): Promise<string[]> {
  const rows = await statements.query<{ id: string }>(
    `SELECT organization_id AS id FROM organizations WHERE ${condition} ORDER BY organization_id`,
  );
  return rows.map((row) => row.id);
}
