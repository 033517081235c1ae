import type { Scope } from '../../../db/scope.ts';

/** The names of an organization's projects, at most `limit` of them. */
export async function projectNames(scope: Scope, limit: number): Promise<string[]> {
  const rows = await scope.query<{ name: string }>(
    'SELECT name FROM projects WHERE organization_id = $1 ORDER BY name LIMIT $2',
    [scope.organizationId, limit],
  );
  return rows.map((row) => row.name);
}
