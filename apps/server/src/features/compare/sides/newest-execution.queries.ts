import type { Scope } from '../../../db/scope.ts';
import {
  bindsOf,
  SPEAKS_FROM_CI,
  speaksWithoutCi,
  type BindValue,
} from '../../../db/conditions/execution-conditions.ts';
import {
  EXECUTION_COLUMNS,
  FROM_EXECUTIONS,
  type ExecutionRow,
} from '../../../history/executions/execution-rows.queries.ts';

export interface WantedExecution {
  project: string;
  /** Null: any execution. Otherwise one that speaks for the branch. */
  branch: string | null;
  /** Its executions are preferred. */
  commit?: string | undefined;
  /** The other side, if it is known. */
  like: Pick<ExecutionRow, 'suite' | 'framework' | 'name'> | null;
}

/**
 * The newest finished execution of a project, or the newest that speaks for one of its branches. Prefers the commit,
 * then the suite of the other side, then its framework and name, because many run pull requests in a workflow of their
 * own, then its framework alone: a project's unit and browser tests cannot be compared. Reads the index executions_newest_of_project, executions_speaking_of_branch or, when local executions
 * speak, executions_newest_of_branch from its newest end.
 */
export async function newestExecution(
  scope: Scope,
  { commit, like, ...wanted }: WantedExecution,
): Promise<ExecutionRow | null> {
  const likes =
    like === null
      ? [{}]
      : [
          { suite: like.suite },
          { framework: like.framework, name: like.name },
          { framework: like.framework },
          {},
        ];
  for (const ofCommit of commit === undefined ? [{}] : [{ commit }, {}]) {
    for (const one of likes) {
      const asked = { ...wanted, ...ofCommit, ...one };
      const found =
        (await newest(scope, { ...asked, speaks: () => SPEAKS_FROM_CI })) ??
        (wanted.branch === null
          ? null
          : await newest(scope, { ...asked, speaks: speaksWithoutCi }));
      if (found !== null) return found;
    }
  }
  return null;
}

async function newest(
  scope: Scope,
  wanted: {
    project: string;
    branch: string | null;
    /** The condition that an execution speaks. Applies only with a branch. */
    speaks: (value: BindValue) => string;
    commit?: string;
    suite?: string;
    framework?: string;
    name?: string | null;
  },
): Promise<ExecutionRow | null> {
  const { bind, value } = bindsOf(scope.organizationId);
  const conditions = [
    'executions.organization_id = $1',
    'executions.number IS NOT NULL',
    `executions.status <> 'running'`,
    `executions.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = ${value(wanted.project)})`,
  ];
  if (wanted.branch !== null) {
    const branch = value(wanted.branch);
    conditions.push(
      `md5(executions.branch) = md5(${branch}) AND executions.branch = ${branch}`,
      wanted.speaks(value),
    );
  }
  if (wanted.commit !== undefined) {
    conditions.push(`left(executions.commit, 64) = ${value(wanted.commit.toLowerCase())}`);
  }
  if (wanted.suite !== undefined) {
    conditions.push(`executions.suite = ${value(wanted.suite)}`);
  }
  if (wanted.framework !== undefined) {
    conditions.push(`executions.framework = ${value(wanted.framework)}`);
  }
  if (wanted.name !== undefined) {
    conditions.push(`executions.name IS NOT DISTINCT FROM ${value(wanted.name)}`);
  }
  const [row] = await scope.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS}
     ${FROM_EXECUTIONS}
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY executions.started_at DESC, executions.id DESC
     LIMIT 1`,
    bind,
  );
  return row ?? null;
}
