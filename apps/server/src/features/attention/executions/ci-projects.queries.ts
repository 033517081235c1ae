import type { Scope } from '../../../db/scope.ts';
import { bindsOf, projectsWithCi } from '../../../db/conditions/execution-conditions.ts';

/** The names of the projects that have executions from CI since `from`. */
export async function ciProjects(scope: Scope, from: Date): Promise<Set<string>> {
  const { bind, value } = bindsOf(scope.organizationId);
  const rows = await scope.query<{ name: string }>(
    `SELECT name
     FROM projects
     WHERE organization_id = $1 AND id IN (${projectsWithCi(value, { from })})`,
    bind,
  );
  return new Set(rows.map((row) => row.name));
}
