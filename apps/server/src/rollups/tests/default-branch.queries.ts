import type { TransactionScope } from '../../db/scope.ts';
import { plainArray } from '../../db/connections/plain-array.ts';

// One backport pull request must not make the backport's branch the default of a team that pushes to its default
// branch.
const LEAST_SHARE = 0.05;
// Enough to outvote a few pull requests against another branch, and little to read.
const NEWEST_EXECUTIONS = 500;

/** A project's default branch according to its newest executions; `moved` when it differs from the stored one. */
export interface DefaultBranch {
  projectId: string;
  branch: string | null;
  /** The project has executions from CI, so its local ones speak for no branch. */
  hasCi: boolean;
  moved: boolean;
}

/**
 * Chooses the default branches of these projects: the target branch of most pull request executions, if these are at
 * least 5 % of all; otherwise main or master; otherwise the branch with most executions. The first by name breaks
 * ties. Considers the newest 500 executions, and only those from CI if there are any. Null if none of them has a
 * branch.
 */
export async function chooseDefaultBranches(
  scope: TransactionScope,
  projectIds: readonly string[],
): Promise<DefaultBranch[]> {
  return scope.query<DefaultBranch>(
    `WITH newest_from_ci AS (
       SELECT wanted.id AS project_id, execution.branch, execution.base_branch
       FROM unnest($2::uuid[]) AS wanted (id)
       CROSS JOIN LATERAL (
         SELECT branch, base_branch
         FROM executions
         WHERE organization_id = $1 AND project_id = wanted.id AND number IS NOT NULL AND from_ci
         ORDER BY started_at DESC, id DESC
         LIMIT ${NEWEST_EXECUTIONS}
       ) AS execution
     ), with_ci AS (
       SELECT DISTINCT project_id FROM newest_from_ci
     ), newest AS (
       SELECT * FROM newest_from_ci
       UNION ALL
       SELECT wanted.id, execution.branch, execution.base_branch
       FROM unnest($2::uuid[]) AS wanted (id)
       CROSS JOIN LATERAL (
         SELECT branch, base_branch
         FROM executions
         WHERE organization_id = $1 AND project_id = wanted.id AND number IS NOT NULL
         ORDER BY started_at DESC, id DESC
         LIMIT ${NEWEST_EXECUTIONS}
       ) AS execution
       WHERE wanted.id NOT IN (SELECT project_id FROM with_ci)
     ), votes AS (
       SELECT project_id, base_branch AS branch, 1 AS rank, count(*) AS votes
       FROM newest WHERE base_branch IS NOT NULL GROUP BY project_id, base_branch
       HAVING count(*) >= ${LEAST_SHARE} * (
         SELECT count(*) FROM newest AS all_newest WHERE all_newest.project_id = newest.project_id)
       UNION ALL
       SELECT project_id, branch,
              CASE branch WHEN 'main' THEN 2 WHEN 'master' THEN 3 ELSE 4 END, count(*)
       FROM newest WHERE branch IS NOT NULL GROUP BY project_id, branch
     ), chosen AS (
       SELECT DISTINCT ON (project_id) project_id, branch
       FROM votes
       ORDER BY project_id, rank, votes DESC, branch COLLATE "C"
     )
     SELECT projects.id AS "projectId",
            chosen.branch,
            with_ci.project_id IS NOT NULL AS "hasCi",
            projects.default_branch IS DISTINCT FROM chosen.branch
              OR projects.has_ci IS DISTINCT FROM (with_ci.project_id IS NOT NULL) AS moved
     FROM projects
     LEFT JOIN chosen ON chosen.project_id = projects.id
     LEFT JOIN with_ci ON with_ci.project_id = projects.id
     WHERE projects.organization_id = $1 AND projects.id = ANY ($2::uuid[])`,
    [scope.organizationId, plainArray(projectIds)],
  );
}

export async function writeDefaultBranches(
  scope: TransactionScope,
  branches: readonly DefaultBranch[],
): Promise<void> {
  for (const { projectId, branch, hasCi, moved } of branches) {
    if (!moved) continue;
    await scope.query(
      'UPDATE projects SET default_branch = $3, has_ci = $4 WHERE organization_id = $1 AND id = $2',
      [scope.organizationId, projectId, branch, hasCi],
    );
  }
}
