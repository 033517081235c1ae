import type { Scope } from '../../db/scope.ts';

export async function organizationName(scope: Scope): Promise<string> {
  const rows = await scope.query<{ name: string }>(
    'SELECT name FROM organizations WHERE organization_id = $1',
    [scope.organizationId],
  );
  return rows[0]?.name ?? '';
}
