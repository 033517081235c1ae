import type { Scope } from '../../db/scope.ts';

export interface ListedProject {
  id: string;
  name: string;
  createdAt: Date;
  executions: number;
  tests: number;
}

/** The organization's projects by name. */
export function listProjects(scope: Scope): Promise<ListedProject[]> {
  return scope.query<ListedProject>(
    `SELECT id,
            name,
            created_at AS "createdAt",
            (SELECT count(*)::integer
             FROM executions
             WHERE executions.organization_id = $1 AND executions.project_id = projects.id) AS executions,
            (SELECT count(*)::integer
             FROM tests
             WHERE tests.organization_id = $1 AND tests.project_id = projects.id) AS tests
     FROM projects
     WHERE organization_id = $1
     ORDER BY name`,
    [scope.organizationId],
  );
}
