import { MAX_LOCAL_PROJECTS, type Source, type UsedSource } from '@svc/contract/filters';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  PROJECTS_WITH_CI,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';

/** The executions that count: as part of a filter, and as shown in the answer. */
export interface Counted {
  filter: Required<Pick<ExecutionsFilter, 'source' | 'withoutCi'>>;
  answer: UsedSource;
}

interface ProjectRow {
  id: string;
  name: string;
  hasCi: boolean;
  ranInWindow: boolean;
}

/**
 * The requested source. By default, each project counts its executions from CI, or its local ones before it has any
 * from CI. Every list, figure and chart takes its executions from here, so that no two of a page contradict each other.
 * The rule does not depend on the window: a longer one counts the same executions and more. Reads one entry per
 * project of the indexes executions_from_ci and executions_newest_of_project.
 * @see docs/read/definitions.md, "Speaking executions"
 */
export async function readUsedSource(
  scope: Scope,
  {
    source,
    project,
    from,
    to,
  }: { source?: Source | undefined; project?: string | undefined; from: Date; to: Date },
): Promise<Counted> {
  if (source !== undefined) {
    return { filter: { source, withoutCi: [] }, answer: { source, localProjects: [] } };
  }
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<ProjectRow>(
    `SELECT projects.id,
            projects.name,
            projects.id IN (${PROJECTS_WITH_CI}) AS "hasCi",
            EXISTS (
              SELECT 1 FROM executions
              WHERE executions.organization_id = $1
                AND executions.project_id = projects.id
                AND executions.number IS NOT NULL
                AND executions.started_at >= ${value(from)}
                AND executions.started_at < ${value(to)}) AS "ranInWindow"
     FROM projects
     WHERE projects.organization_id = $1
       ${project === undefined ? '' : `AND projects.name = ${value(project)}`}
     ORDER BY projects.name`,
    bind,
  );
  const withoutCi = rows.filter(({ hasCi }) => !hasCi);
  const used = withoutCi.length === rows.length ? 'all' : 'ci';
  const local = withoutCi.filter(({ ranInWindow }) => ranInWindow).map(({ name }) => name);
  return {
    filter: { source: used, withoutCi: used === 'ci' ? withoutCi.map(({ id }) => id) : [] },
    answer: { source: used, localProjects: local.slice(0, MAX_LOCAL_PROJECTS) },
  };
}
