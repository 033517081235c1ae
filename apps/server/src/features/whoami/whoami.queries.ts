import type { Database } from '../../db/database.ts';

export async function organizationName(
  database: Database,
  organizationId: string,
): Promise<string> {
  const rows = await database.query<{ name: string }>(
    'SELECT name FROM organizations WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0]?.name ?? '';
}
