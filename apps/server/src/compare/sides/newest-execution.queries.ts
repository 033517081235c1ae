import type { Scope } from '../../db/scope.ts';
import {
  createBinds,
  SPEAKS_FROM_CI,
  SPEAKS_WITHOUT_CI,
} from '../../db/conditions/execution-conditions.ts';
import {
  EXECUTION_COLUMNS,
  FROM_EXECUTIONS,
  type ExecutionRow,
} from '../../history/executions/execution-rows.queries.ts';

export interface WantedExecution {
  project: string;
  /** Null: any execution. Otherwise one that counts for the branch. */
  branch: string | null;
  /** Its executions are preferred. Hex digits, maybe only the first ones. */
  commit?: string | undefined;
  /** The other side, if it is known. */
  like: Pick<ExecutionRow, 'suite' | 'framework' | 'name'> | null;
}

/**
 * The newest finished execution of a project, or the newest that counts for one of its branches. Prefers the suite of
 * the other side, then its framework and name, because many run pull requests in a workflow of their own, then its
 * framework alone: a project's unit and browser tests cannot be compared. Prefers the commit that is asked for most of
 * all. Reads the index executions_newest_of_project, executions_speaking_of_branch or, when local executions count,
 * executions_newest_of_branch from its newest end.
 */
export async function findNewestExecution(
  scope: Scope,
  { commit, like, ...wanted }: WantedExecution,
): Promise<ExecutionRow | null> {
  const likes = like === null ? [{}] : [...buildSuiteLikes(like), ...buildOtherLikes(like)];
  const asked = [
    ...(commit === undefined ? [] : likes.map((one) => ({ ...one, commit }))),
    ...likes,
  ];
  return findFirstSpeaking(
    scope,
    asked.map((one) => ({ ...wanted, ...one })),
  );
}

/** The other side of a comparison, when an execution of a branch is looked for. */
export interface Beside {
  head: ExecutionRow;
  /** CI run of a head on the branch itself, whose other attempts are left out. */
  ciRun: string | null;
}

/**
 * The execution that counts for the branch and began nearest to the head: before it, else after it, where one of the
 * head's commit of the branch comes first. Uses another suite only if the head's suite has no such execution.
 */
export async function findNearestExecution(
  scope: Scope,
  {
    project,
    branch,
    baseCommit,
    ...beside
  }: Beside & { project: string; branch: string; baseCommit: string | null },
): Promise<ExecutionRow | null> {
  const { head } = beside;
  const before = { project, branch, beside: { ...beside, side: 'before' as const } };
  const after = { ...before, beside: { ...beside, side: 'after' as const } };
  const suite = buildSuiteLikes(head);
  const commit = baseCommit ?? undefined;
  const ofCommit = commit === undefined ? [] : suite.map((one) => ({ ...after, ...one, commit }));
  return findFirstSpeaking(scope, [
    ...suite.map((one) => ({ ...before, ...one })),
    ...ofCommit,
    ...suite.map((one) => ({ ...after, ...one })),
    ...buildOtherLikes(head).map((one) => ({ ...before, ...one })),
    ...buildOtherLikes(head).map((one) => ({ ...after, ...one })),
  ]);
}

type Like = Pick<Asked, 'suite' | 'framework' | 'name'>;

function buildSuiteLikes({
  suite,
  framework,
  name,
}: Pick<ExecutionRow, 'suite' | 'framework' | 'name'>) {
  return [{ suite }, { framework, name }] satisfies Like[];
}

function buildOtherLikes({ framework }: Pick<ExecutionRow, 'framework'>): Like[] {
  return [{ framework }, {}];
}

async function findFirstSpeaking(
  scope: Scope,
  asked: readonly Asked[],
): Promise<ExecutionRow | null> {
  for (const one of asked) {
    const found = await findNewestSpeaking(scope, one);
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
  /** Selects executions that began before the head, or those that began after it, oldest first. */
  beside?: Beside & { side: 'before' | 'after' };
}

async function findNewestSpeaking(scope: Scope, asked: Asked): Promise<ExecutionRow | null> {
  const fromCi = await findNewest(scope, { ...asked, speaks: SPEAKS_FROM_CI });
  if (fromCi !== null || asked.branch === null) return fromCi;
  return findNewest(scope, { ...asked, speaks: SPEAKS_WITHOUT_CI });
}

/** `speaks` is the condition that an execution counts for its branch. It applies only with a branch. */
async function findNewest(
  scope: Scope,
  wanted: Asked & { speaks: string },
): Promise<ExecutionRow | null> {
  const { bind, value } = createBinds(scope.organizationId);
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
  const { beside } = wanted;
  if (beside !== undefined) {
    const { head, side, ciRun } = beside;
    conditions.push(
      `(executions.started_at, executions.id) ${side === 'before' ? '<' : '>'} (${value(head.startedAt)}::timestamptz, ${value(head.id)}::uuid)`,
    );
    if (ciRun !== null) conditions.push(`executions.ci_run IS DISTINCT FROM ${value(ciRun)}::uuid`);
  }
  const order = beside?.side === 'after' ? 'ASC' : 'DESC';
  const [row] = await scope.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS}
     ${FROM_EXECUTIONS}
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY executions.started_at ${order}, executions.id ${order}
     LIMIT 1`,
    bind,
  );
  return row ?? null;
}

/** The id that all attempts of a CI run share; null for an execution without a CI run. */
export async function findCiRun(scope: Scope, { id }: { id: string }): Promise<string | null> {
  const [row] = await scope.query<{ ciRun: string | null }>(
    `SELECT ci_run AS "ciRun" FROM executions WHERE organization_id = $1 AND id = $2`,
    [scope.organizationId, id],
  );
  return row?.ciRun ?? null;
}
