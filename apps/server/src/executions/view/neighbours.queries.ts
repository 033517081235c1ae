import type { Neighbour } from '@svc/contract/executions/execution-view';
import {
  createBinds,
  SPEAKS_FROM_CI,
  SPEAKS_WITHOUT_CI,
} from '../../db/conditions/execution-conditions.ts';
import type { Scope } from '../../db/scope.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';

/** The execution that ran directly before or after this one: same project, branch and suite. */
export async function findNeighbour(
  scope: Scope,
  execution: ExecutionRow,
  direction: 'previous' | 'next',
): Promise<Neighbour | null> {
  return findNearestNeighbour(scope, execution, { direction, condition: 'true' });
}

/** The newest execution of the same project, branch and suite that passed before this one and counts for the branch. */
export async function findLastGood(
  scope: Scope,
  execution: ExecutionRow,
): Promise<Neighbour | null> {
  const passed = (speaks: string) =>
    findNearestNeighbour(scope, execution, {
      direction: 'previous',
      condition: `executions.status = 'passed' AND ${speaks}`,
    });
  return (await passed(SPEAKS_FROM_CI)) ?? (await passed(SPEAKS_WITHOUT_CI));
}

/** Reads the index executions_newest_of_branch from this execution on. */
async function findNearestNeighbour(
  scope: Scope,
  { id, projectId, startedAt, suite, git }: ExecutionRow,
  { direction, condition }: { direction: 'previous' | 'next'; condition: string },
): Promise<Neighbour | null> {
  const { bind, value } = createBinds(scope.organizationId);
  const [before, order] = direction === 'previous' ? ['<', 'DESC'] : ['>', 'ASC'];
  const branch = typeof git['branch'] === 'string' ? value(git['branch']) : null;
  const rows = await scope.query<Neighbour>(
    `SELECT executions.id, executions.number, executions.commit
     FROM executions
     WHERE executions.organization_id = $1
       AND executions.project_id = ${value(projectId)}
       AND executions.number IS NOT NULL
       AND ${branch === null ? 'md5(executions.branch) IS NULL' : `md5(executions.branch) = md5(${branch}) AND executions.branch = ${branch}`}
       AND executions.suite = ${value(suite)}
       AND (executions.started_at, executions.id) ${before} (${value(startedAt)}, ${value(id)})
       AND ${condition}
     ORDER BY executions.started_at ${order}, executions.id ${order}
     LIMIT 1`,
    bind,
  );
  return rows[0] ?? null;
}
