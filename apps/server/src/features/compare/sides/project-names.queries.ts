import type { Database } from '../../../db/database.ts';

/** The names of an organization's projects, at most `limit` of them. */
export async function projectNames(
  database: Database,
  organizationId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'SELECT name FROM projects WHERE organization_id = $1 ORDER BY name LIMIT $2',
    [organizationId, limit],
  );
  return rows.map((row) => row.name);
}
