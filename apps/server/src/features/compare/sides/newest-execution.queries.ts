import type { Scope } from '../../../db/scope.ts';
import {
  bindsOf,
  SPEAKS_FROM_CI,
  SPEAKS_WITHOUT_CI,
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
  /** Its executions are preferred. Hex digits, maybe only the first ones. */
  commit?: string | undefined;
  /** The commit that the other side is based on, in the same form. Its executions of the same framework and name are preferred. */
  baseCommit?: string | undefined;
  /** The other side, if it is known. */
  like: Pick<ExecutionRow, 'suite' | 'framework' | 'name'> | null;
}

/**
 * The newest finished execution of a project, or the newest that speaks for one of its branches. Prefers the suite of
 * the other side, then its framework and name, because many run pull requests in a workflow of their own, then its
 * framework alone: a project's unit and browser tests cannot be compared. Of each, prefers the base commit; and most of
 * all the commit that is asked for. Reads the index executions_newest_of_project, executions_speaking_of_branch or,
 * when local executions speak, executions_newest_of_branch from its newest end.
 */
export async function newestExecution(
  scope: Scope,
  { commit, baseCommit, like, ...wanted }: WantedExecution,
): Promise<ExecutionRow | null> {
  const likes: Partial<Asked>[] =
    like === null
      ? [{}]
      : [
          { suite: like.suite },
          { framework: like.framework, name: like.name },
          { framework: like.framework },
          {},
        ];
  const ofBase = (one: Partial<Asked>) =>
    baseCommit === undefined || (one.suite ?? one.name) === undefined
      ? []
      : [{ ...one, commit: baseCommit }];
  const asked = [
    ...(commit === undefined ? [] : likes.map((one) => ({ ...one, commit }))),
    ...likes.flatMap((one) => [...ofBase(one), one]),
  ];
  for (const one of asked) {
    const found = await newestThatSpeaks(scope, { ...wanted, ...one });
    if (found !== null) return found;
  }
  return null;
}

interface Asked {
  project: string;
  branch: string | null;
  commit?: string;
  suite?: string;
  framework?: string;
  name?: string | null;
}

async function newestThatSpeaks(scope: Scope, asked: Asked): Promise<ExecutionRow | null> {
  const fromCi = await newest(scope, { ...asked, speaks: SPEAKS_FROM_CI });
  if (fromCi !== null || asked.branch === null) return fromCi;
  return newest(scope, { ...asked, speaks: SPEAKS_WITHOUT_CI });
}

/** `speaks` is the condition that an execution speaks. It applies only with a branch. */
async function newest(
  scope: Scope,
  wanted: Asked & { speaks: string },
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
      wanted.speaks,
    );
  }
  if (wanted.commit !== undefined) {
    conditions.push(
      `left(executions.commit, 64) LIKE ${value(wanted.commit.toLowerCase())} || '%'`,
    );
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
