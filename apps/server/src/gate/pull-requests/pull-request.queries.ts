import type { Scope } from '../../db/scope.ts';

/** An execution of a pull request, as far as its place in it depends on it. */
export interface PullRequestExecution {
  id: string;
  /** Its framework and name, or workflow: see the column. */
  suite: string;
  commit: string | null;
  startedAt: Date;
  isPartial: boolean;
  hasFailed: boolean;
  /** True for a push to the branch. An execution of the pull request itself may test the merge commit. */
  isPush: boolean;
}

export interface PullRequestRows {
  repository: string | null;
  branch: string | null;
  baseBranch: string | null;
  /** Newest first, at most 1,000. */
  executions: PullRequestExecution[];
}

// A pull request of two years with a bot that pushes to it every day has fewer.
const EXECUTIONS_READ = 1_000;
const OTHER_PROJECTS = 20;

/**
 * The executions of a pull request, and of pushes of its commits to its branch: some workflows run on pushes alone, and
 * their CI knows no number. If a project has several repositories, reads the newest pull request with this number. Null
 * without an execution. Uses the indexes executions_of_pull_request and executions_newest_of_branch.
 */
export async function readPullRequest(
  scope: Scope,
  { project, number }: { project: string; number: number },
): Promise<PullRequestRows | null> {
  const bind = [scope.organizationId, project, number, EXECUTIONS_READ];
  const [head] = await scope.query<
    Omit<PullRequestRows, 'executions'> & { executions: PullRequestExecution[] | null }
  >(
    `WITH of_number AS (
       SELECT ${FACTS},
              git ->> 'repository' AS repository,
              git ->> 'baseBranch' AS base_branch
       FROM executions
       WHERE ${OF_PROJECT}
         AND pull_request = $3
       ORDER BY started_at DESC, id DESC
       LIMIT $4
     ), newest AS (
       SELECT repository, branch, base_branch
       FROM of_number
       ORDER BY started_at DESC, id DESC
       LIMIT 1
     ), of_pull_request AS (
       SELECT id, suite, commit, branch, started_at, partial, status, pull_request
       FROM of_number
       WHERE repository IS NOT DISTINCT FROM (SELECT repository FROM newest)
     ), pushed AS (
       SELECT ${FACTS}
       FROM executions
       JOIN newest ON md5(executions.branch) = md5(newest.branch)
                  AND executions.branch = newest.branch
                  AND executions.git ->> 'repository' IS NOT DISTINCT FROM newest.repository
       WHERE ${OF_PROJECT}
         AND executions.pull_request IS NULL
         AND executions.from_ci
         AND executions.git -> 'dirty' IS DISTINCT FROM 'true'::jsonb
         -- The branch of a fork may have the name of the one that it goes into.
         AND newest.branch IS DISTINCT FROM newest.base_branch
         AND executions.commit IN (SELECT commit FROM of_pull_request)
       ORDER BY executions.started_at DESC, executions.id DESC
       LIMIT $4
     )
     SELECT newest.repository,
            newest.branch,
            newest.base_branch AS "baseBranch",
            (SELECT jsonb_agg(jsonb_build_object(
                      'id', id,
                      'suite', suite,
                      'commit', commit,
                      'startedAt', to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                      'isPartial', partial <> '{}',
                      'hasFailed', status = 'failed',
                      'isPush', pull_request IS NULL)
                    ORDER BY started_at DESC, id DESC)
             FROM (TABLE of_pull_request UNION ALL TABLE pushed) AS found
            ) AS executions
     FROM newest`,
    bind,
  );
  if (head === undefined) return null;
  const executions = (head.executions ?? []).slice(0, EXECUTIONS_READ);
  return {
    ...head,
    executions: executions.map((one) => ({ ...one, startedAt: new Date(one.startedAt) })),
  };
}

const FACTS = `executions.id, executions.suite, executions.commit, executions.branch, executions.started_at,
              executions.partial, executions.status, executions.pull_request`;

const OF_PROJECT = `executions.organization_id = $1
         AND executions.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = $2)
         AND executions.number IS NOT NULL`;

/** The names of other projects with executions of a pull request of this number and repository, at most 20. */
export async function listOtherProjects(
  scope: Scope,
  { project, number, repository }: { project: string; number: number; repository: string | null },
): Promise<string[]> {
  const rows = await scope.query<{ name: string }>(
    `SELECT DISTINCT projects.name
     FROM executions
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     WHERE executions.organization_id = $1
       AND executions.pull_request = $2
       AND executions.number IS NOT NULL
       AND executions.git ->> 'repository' = $3
       AND projects.name <> $4
     ORDER BY projects.name
     LIMIT $5`,
    [scope.organizationId, number, repository, project, OTHER_PROJECTS],
  );
  return rows.map(({ name }) => name);
}
