import type { Database } from '../../db/database.ts';
import { bindsOf } from '../../db/execution-conditions.ts';
import {
  EXECUTION_COLUMNS,
  FROM_EXECUTIONS,
  type ExecutionRow,
} from '../../history/execution-rows.queries.ts';

export interface WantedExecution {
  project: string;
  /** Null for any. */
  branch: string | null;
  /** The framework and name of the execution that it is held against, where there is one such. */
  like: Pick<ExecutionRow, 'framework' | 'name'> | null;
}

/**
 * The newest finished execution of a project, or of one of its branches: of the same framework and
 * name as the other side, or of its framework, before any. A project's unit and browser tests have
 * nothing to be compared by. Walks the index executions_newest_of_project or executions_newest_of_branch
 * from its newest end.
 */
export async function newestExecution(
  database: Database,
  organizationId: string,
  { project, branch, like }: WantedExecution,
): Promise<ExecutionRow | null> {
  const likes =
    like === null
      ? [{}]
      : [{ framework: like.framework, name: like.name }, { framework: like.framework }, {}];
  for (const one of likes) {
    const found = await newest(database, organizationId, { project, branch, ...one });
    if (found !== null) return found;
  }
  return null;
}

async function newest(
  database: Database,
  organizationId: string,
  wanted: {
    project: string;
    branch: string | null;
    framework?: string;
    name?: string | null;
  },
): Promise<ExecutionRow | null> {
  const { bind, value } = bindsOf(organizationId);
  const conditions = [
    'executions.organization_id = $1',
    'executions.number IS NOT NULL',
    `executions.status <> 'running'`,
    `executions.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = ${value(wanted.project)})`,
  ];
  if (wanted.branch !== null) {
    const branch = value(wanted.branch);
    conditions.push(`md5(executions.branch) = md5(${branch}) AND executions.branch = ${branch}`);
  }
  if (wanted.framework !== undefined) {
    conditions.push(`executions.framework = ${value(wanted.framework)}`);
  }
  if (wanted.name !== undefined) {
    conditions.push(`executions.name IS NOT DISTINCT FROM ${value(wanted.name)}`);
  }
  const [row] = await database.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS}
     ${FROM_EXECUTIONS}
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY executions.started_at DESC, executions.id DESC
     LIMIT 1`,
    bind,
  );
  return row ?? null;
}
