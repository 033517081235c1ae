import type { BranchOutcome } from '@svc/contract/executions/branches';
import {
  createBinds,
  CAN_SPEAK,
  executionConditions,
  WILL_SPEAK,
  type BindValue,
  type ExecutionsFilter,
} from '../../db/conditions/execution-conditions.ts';
import type { Scope } from '../../db/scope.ts';

/** A branch with the id of an execution that shows its state. */
export interface BranchRow {
  project: string;
  branch: string | null;
  isDefault: boolean;
  /**
   * The newest execution of the shown suite that counts for the branch or will once it is finished; without any, the
   * newest of the suite. The shown suite is the one that failed last, or else the one that ran last.
   */
  executionId: string;
  /** The last executions of that suite that count for the branch, oldest first. */
  recent: BranchOutcome[];
  suites: { total: number; failing: number };
}

export const MOST_BRANCHES = 12;
// Bounds the query for any number of branches or executions. Reading these executions takes some milliseconds.
const EXECUTIONS_READ = 2_000;
// The newest executions of a branch in which its suites are looked for.
const EXECUTIONS_OF_SUITES = 200;
const RECENT_OF_DEFAULT = 30;
const RECENT_OF_OTHERS = 10;

/**
 * Reads at most 12 branches, those with the newest executions, in the order of the executions that are shown. With a
 * project in the filter: the branches of its newest 2,000 executions that fit, among them always its default branch.
 * Without a project: the default branches of the projects. Failing browser tests are not over when later unit tests
 * pass, so a suite that failed last is shown. A suite that did not run since `suitesFrom`, although another one did,
 * was removed or renamed: attention ignores it, too. Reads the index executions_newest_of_project once for each
 * project, and the index by branch twice for each branch.
 */
export async function listNewestBranches(
  scope: Scope,
  filter: ExecutionsFilter,
  { suitesFrom }: { suitesFrom: Date },
): Promise<BranchRow[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = executionConditions(filter, value);
  const isOfProject = filter.project !== undefined;
  return scope.query<BranchRow>(
    `WITH chosen AS (
       ${isOfProject ? buildProjectBranchesSql(filter, { conditions, value }) : buildDefaultBranchesSql(conditions)}
     )
     SELECT projects.name AS project,
            chosen.branch,
            chosen.branch IS NOT DISTINCT FROM projects.default_branch AS "isDefault",
            shown.execution_id AS "executionId",
            recent.outcomes AS recent,
            jsonb_build_object('total', shown.total, 'failing', shown.failing) AS suites
     FROM chosen
     JOIN projects ON projects.organization_id = $1 AND projects.id = chosen.project_id
     CROSS JOIN LATERAL (
       ${buildShownSuiteSql(conditions, value(suitesFrom))}
     ) AS shown
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object(
                'executionId', id,
                'number', number,
                'commit', commit,
                'status', status,
                'failed', failed + timed_out,
                'flaky', flaky,
                'startedAt', to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                ORDER BY started_at, id), '[]') AS outcomes
       FROM (
         ${buildBranchExecutionsSql(
           `executions.id, executions.number, executions.commit, executions.status, executions.failed,
             executions.timed_out, executions.flaky, executions.started_at`,
           `${conditions}\n           AND executions.suite = shown.suite\n           AND ${CAN_SPEAK}`,
           {
             limit: `CASE WHEN chosen.branch IS NOT DISTINCT FROM projects.default_branch
                        THEN ${RECENT_OF_DEFAULT} ELSE ${RECENT_OF_OTHERS} END`,
           },
         )}
       ) AS speaking
     ) AS recent
     ORDER BY shown.started_at DESC, shown.execution_id DESC`,
    bind,
  );
}

/**
 * The default branches with the newest executions, each found by itself, so that a busy project hides no other. Looks
 * at the newest 2,000 executions of each project that fit.
 */
function buildDefaultBranchesSql(conditions: string): string {
  return `
       SELECT of_project.project_id, of_project.branch
       FROM (
         SELECT id AS project_id, default_branch AS branch FROM projects WHERE organization_id = $1
       ) AS of_project
       CROSS JOIN LATERAL (
         SELECT started_at
         FROM (
           SELECT executions.id, executions.branch, executions.started_at
           FROM executions
           WHERE ${conditions}
             AND executions.project_id = of_project.project_id
           ORDER BY executions.started_at DESC, executions.id DESC
           LIMIT ${EXECUTIONS_READ}
         ) AS newest
         WHERE newest.branch IS NOT DISTINCT FROM of_project.branch
         ORDER BY started_at DESC, id DESC
         LIMIT 1
       ) AS head
       ORDER BY head.started_at DESC
       LIMIT ${MOST_BRANCHES}`;
}

/** `always`: the branch is chosen regardless of the age of its newest execution. */
function buildProjectBranchesSql(
  { project, branch }: ExecutionsFilter,
  { conditions, value }: { conditions: string; value: BindValue },
): string {
  const always =
    branch === undefined
      ? `UNION ALL
         SELECT id, default_branch, NULL, true
         FROM projects
         WHERE organization_id = $1 AND name = ${value(project)} AND default_branch IS NOT NULL`
      : '';
  return `
       SELECT project_id, branch
       FROM (
         (SELECT executions.project_id, executions.branch, executions.started_at, false AS always
          FROM executions
          WHERE ${conditions}
          ORDER BY executions.started_at DESC, executions.id DESC
          LIMIT ${EXECUTIONS_READ})
         ${always}
       ) AS found
       GROUP BY project_id, branch
       ORDER BY bool_or(always) DESC, max(started_at) DESC NULLS LAST
       LIMIT ${MOST_BRANCHES}`;
}

/**
 * The suite that shows the state of the chosen branch, with its execution and the number of suites. A suite that has
 * only partial executions, or executions of a fork whose branch has the same name, is ignored if another suite counts
 * for the branch.
 */
function buildShownSuiteSql(conditions: string, suitesFrom: string): string {
  return `SELECT suite,
              execution_id,
              started_at,
              count(*) OVER ()::integer AS total,
              count(*) FILTER (WHERE is_failing) OVER ()::integer AS failing
       FROM (
         SELECT suite,
                (array_agg(id ORDER BY will_speak DESC, started_at DESC, id DESC))[1] AS execution_id,
                (array_agg(started_at ORDER BY will_speak DESC, started_at DESC))[1] AS started_at,
                coalesce((array_agg(status ORDER BY started_at DESC, id DESC)
                  FILTER (WHERE ${CAN_SPEAK} AND status <> 'interrupted'))[1] = 'failed', false) AS is_failing,
                coalesce(max(started_at) FILTER (WHERE will_speak), max(started_at)) AS newest,
                coalesce(
                  max(max(started_at) FILTER (WHERE ${CAN_SPEAK})) OVER (),
                  max(max(started_at)) OVER ()) AS newest_of_branch,
                bool_or(${CAN_SPEAK}) AS speaks,
                bool_or(bool_or(${CAN_SPEAK})) OVER () AS has_speaking
         FROM (
           ${buildBranchExecutionsSql(
             `executions.id, executions.suite, executions.status, executions.started_at, ${CAN_SPEAK},
              ${WILL_SPEAK} AS will_speak`,
             conditions,
             { limit: String(EXECUTIONS_OF_SUITES) },
           )}
         ) AS executions
         GROUP BY suite
       ) AS of_branch
       WHERE (of_branch.newest >= ${suitesFrom} OR of_branch.newest_of_branch < ${suitesFrom})
         AND (speaks OR NOT has_speaking)
       ORDER BY is_failing DESC, of_branch.newest DESC
       LIMIT 1`;
}

/**
 * The newest executions of the chosen branch. In two parts, because the index by branch has no entry for executions
 * without one.
 */
function buildBranchExecutionsSql(
  columns: string,
  conditions: string,
  { limit }: { limit: string },
): string {
  const part = (isOfBranch: string): string => `(
         SELECT ${columns}
         FROM executions
         WHERE ${conditions}
           AND executions.project_id = chosen.project_id
           AND ${isOfBranch}
         ORDER BY executions.started_at DESC, executions.id DESC
         LIMIT ${limit})`;
  return `${part('md5(executions.branch) = md5(chosen.branch) AND executions.branch = chosen.branch')}
         UNION ALL
         ${part('chosen.branch IS NULL AND executions.branch IS NULL')}`;
}
