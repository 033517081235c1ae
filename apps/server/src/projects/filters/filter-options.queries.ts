import { FILTER_OPTIONS_MOST, type FilterOption } from '@svc/contract/filters';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../../db/conditions/execution-conditions.ts';
import type { Scope } from '../../db/scope.ts';

export type FilterKind = 'branch' | 'environment' | 'framework' | 'tag';

// About 10 MB of rows. An organization with more executions in its window is answered from its newest ones.
const MOST_EXECUTIONS = 10_000;

/**
 * The values of each kind among the newest executions of the window, the last used first. Uses the index
 * executions_newest, or executions_newest_of_project with a project.
 */
export function listFilterOptions(
  scope: Scope,
  filter: Pick<ExecutionsFilter, 'project' | 'from' | 'to'>,
): Promise<(FilterOption & { kind: FilterKind })[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const most = value(FILTER_OPTIONS_MOST);
  return scope.query(
    `WITH newest AS MATERIALIZED (
       SELECT branch, environment_name, framework, tags, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
       ORDER BY started_at DESC, id DESC
       LIMIT ${value(MOST_EXECUTIONS)}
     ), used AS (
       SELECT 'branch' AS kind, branch AS name, count(*) AS executions, max(started_at) AS used_at
       FROM newest
       GROUP BY branch
       UNION ALL
       SELECT 'environment', environment_name, count(*), max(started_at)
       FROM newest
       GROUP BY environment_name
       UNION ALL
       SELECT 'framework', framework, count(*), max(started_at)
       FROM newest
       GROUP BY framework
       UNION ALL
       SELECT 'tag', tag, count(*), max(started_at)
       FROM newest, unnest(tags) AS tag
       GROUP BY tag
     ), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY kind ORDER BY used_at DESC, name) AS place
       FROM used
       WHERE name <> ''
     )
     SELECT kind, name, executions::integer AS executions
     FROM ranked
     WHERE place <= ${most}
     ORDER BY kind, place`,
    bind,
  );
}
