import type { Database } from '../../db/database.ts';
import {
  EXECUTION_COLUMNS,
  FROM_EXECUTIONS,
  type ExecutionRow,
} from '../../history/execution-rows.queries.ts';

/**
 * The newest finished execution of a project, or of one of its branches. Walks the index
 * executions_newest_of_project or executions_newest_of_branch from its newest end.
 */
export async function newestExecution(
  database: Database,
  organizationId: string,
  { project, branch }: { project: string; branch: string | null },
): Promise<ExecutionRow | null> {
  const ofBranch =
    branch === null ? '' : 'AND md5(executions.branch) = md5($3) AND executions.branch = $3';
  const [row] = await database.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS}
     ${FROM_EXECUTIONS}
     WHERE executions.organization_id = $1
       AND executions.number IS NOT NULL
       AND executions.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = $2)
       AND executions.status <> 'running'
       ${ofBranch}
     ORDER BY executions.started_at DESC, executions.id DESC
     LIMIT 1`,
    branch === null ? [organizationId, project] : [organizationId, project, branch],
  );
  return row ?? null;
}
