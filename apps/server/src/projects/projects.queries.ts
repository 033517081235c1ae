import { createBinds } from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { Scope } from '../db/scope.ts';

export interface ListedProject {
  id: string;
  name: string;
  createdAt: Date;
  executions: number;
  tests: number;
}

/** All projects of the organization by name. */
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

export interface ProjectRow {
  id: string;
  name: string;
  createdAt: Date;
  defaultBranch: string | null;
  isDefaultBranchChosen: boolean;
}

/** The projects after the name `after`, by name. Reads the unique index projects_name. */
export function listProjectsAfter(
  scope: Scope,
  { search, after, limit }: { search: string | undefined; after: string | null; limit: number },
): Promise<ProjectRow[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = ['organization_id = $1'];
  if (after !== null) conditions.push(`name > ${value(after)}`);
  if (search !== undefined) {
    // Postgres lowers both: JavaScript lowers some letters to others.
    conditions.push(`position(lower(${value(search)}) IN lower(name)) > 0`);
  }
  return scope.query<ProjectRow>(
    `SELECT id,
            name,
            created_at AS "createdAt",
            default_branch AS "defaultBranch",
            chosen_branch IS NOT NULL AS "isDefaultBranchChosen"
     FROM projects
     WHERE ${conditions.join(' AND ')}
     ORDER BY name
     LIMIT ${value(limit)}`,
    bind,
  );
}

export interface ProjectCounts {
  id: string;
  executions: number;
  tests: number;
  lastExecutionAt: Date | null;
}

/**
 * The counts of these projects. Counts executions in the index executions_newest_of_project, and the tests of all of
 * the projects in one pass.
 */
export async function readProjectCounts(
  scope: Scope,
  projectIds: readonly string[],
): Promise<Map<string, ProjectCounts>> {
  const rows = await scope.query<ProjectCounts>(
    `SELECT project.id,
            (SELECT count(*)::integer
             FROM executions
             WHERE organization_id = $1 AND project_id = project.id AND number IS NOT NULL) AS executions,
            coalesce(tests_of.tests, 0) AS tests,
            (SELECT started_at
             FROM executions
             WHERE organization_id = $1 AND project_id = project.id AND number IS NOT NULL
             ORDER BY started_at DESC, id DESC
             LIMIT 1) AS "lastExecutionAt"
     FROM unnest($2::uuid[]) AS project (id)
     LEFT JOIN (
       SELECT project_id, count(*)::integer AS tests
       FROM tests
       WHERE organization_id = $1 AND project_id = ANY ($2::uuid[])
       GROUP BY project_id) AS tests_of ON tests_of.project_id = project.id`,
    [scope.organizationId, toArrayLiteral(projectIds)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
