import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

// One backport pull request must not make the backport's branch the default of a team that pushes to its default
// branch.
const LEAST_SHARE = 0.05;
// Enough to outvote a few pull requests against another branch, and little to read.
const NEWEST_EXECUTIONS = 500;

/**
 * A project's default branch: the branch that an admin chose, or else that of its newest executions. `moved`: it
 * differs from the stored branch.
 */
export interface DefaultBranch {
  projectId: string;
  branch: string | null;
  /** The project has executions from CI, so its local ones count for no branch. */
  hasCi: boolean;
  moved: boolean;
}

/**
 * Chooses the default branches of these projects. One that an admin chose stays. Otherwise it is the target branch of
 * most pull request executions, if these are at least 5 % of all; otherwise main or master; otherwise the branch with
 * most executions. The first by name breaks ties. Considers the newest 500 executions, and only those from CI if there
 * are any. Null if none of them has a branch.
 *
 * Executions of a key that may not claim the default branch cannot move it, or be its first ones from CI: they count
 * only where their target branch is the stored default branch. If nothing else counts, the stored one stays.
 *
 * `choice` is what an admin chooses now, instead of what is stored; null: nothing.
 */
export async function chooseDefaultBranches(
  scope: TransactionScope,
  projectIds: readonly string[],
  choice?: { branch: string | null },
): Promise<DefaultBranch[]> {
  return scope.query<DefaultBranch>(
    `WITH newest_from_ci AS (
       SELECT wanted.id AS project_id, execution.branch, execution.base_branch, execution.may_claim_base
       FROM unnest($2::uuid[]) AS wanted (id)
       CROSS JOIN LATERAL (
         SELECT branch, base_branch, may_claim_base
         FROM executions
         WHERE organization_id = $1 AND project_id = wanted.id AND number IS NOT NULL AND from_ci
         ORDER BY started_at DESC, id DESC
         LIMIT ${NEWEST_EXECUTIONS}
       ) AS execution
     ), with_ci AS (
       SELECT DISTINCT project_id FROM newest_from_ci WHERE may_claim_base
     ), newest AS (
       SELECT * FROM newest_from_ci WHERE project_id IN (SELECT project_id FROM with_ci)
       UNION ALL
       SELECT wanted.id, execution.branch, execution.base_branch, execution.may_claim_base
       FROM unnest($2::uuid[]) AS wanted (id)
       CROSS JOIN LATERAL (
         SELECT branch, base_branch, may_claim_base
         FROM executions
         WHERE organization_id = $1 AND project_id = wanted.id AND number IS NOT NULL
         ORDER BY started_at DESC, id DESC
         LIMIT ${NEWEST_EXECUTIONS}
       ) AS execution
       WHERE wanted.id NOT IN (SELECT project_id FROM with_ci)
     ), voters AS (
       SELECT newest.project_id,
              CASE WHEN newest.may_claim_base THEN newest.branch END AS branch,
              newest.base_branch
       FROM newest
       JOIN projects ON projects.organization_id = $1 AND projects.id = newest.project_id
       WHERE newest.may_claim_base OR newest.base_branch = projects.default_branch
     ), votes AS (
       SELECT project_id, base_branch AS branch, 1 AS rank, count(*) AS votes
       FROM voters WHERE base_branch IS NOT NULL GROUP BY project_id, base_branch
       HAVING count(*) >= ${LEAST_SHARE} * (
         SELECT count(*) FROM voters AS all_voters WHERE all_voters.project_id = voters.project_id)
       UNION ALL
       SELECT project_id, branch,
              CASE branch WHEN 'main' THEN 2 WHEN 'master' THEN 3 ELSE 4 END, count(*)
       FROM voters WHERE branch IS NOT NULL GROUP BY project_id, branch
     ), chosen AS (
       SELECT DISTINCT ON (project_id) project_id, branch
       FROM votes
       ORDER BY project_id, rank, votes DESC, branch COLLATE "C"
     ), decided AS (
       SELECT projects.id,
              projects.default_branch,
              projects.has_ci,
              CASE
                WHEN $3::boolean AND $4::text IS NOT NULL THEN $4
                WHEN NOT $3::boolean AND projects.chosen_branch IS NOT NULL THEN projects.chosen_branch
                WHEN chosen.branch IS NULL
                 AND EXISTS (SELECT 1 FROM newest WHERE newest.project_id = projects.id AND NOT newest.may_claim_base)
                THEN projects.default_branch
                ELSE chosen.branch
              END AS branch,
              with_ci.project_id IS NOT NULL AS is_from_ci
       FROM projects
       LEFT JOIN chosen ON chosen.project_id = projects.id
       LEFT JOIN with_ci ON with_ci.project_id = projects.id
       WHERE projects.organization_id = $1 AND projects.id = ANY ($2::uuid[])
     )
     SELECT id AS "projectId",
            branch,
            is_from_ci AS "hasCi",
            default_branch IS DISTINCT FROM branch OR has_ci IS DISTINCT FROM is_from_ci AS moved
     FROM decided`,
    [
      scope.organizationId,
      toArrayLiteral(projectIds),
      choice !== undefined,
      choice === undefined ? null : choice.branch,
    ],
  );
}

/** Those that the last roll-up or admin stored, of all projects of the organization. */
export async function listStoredDefaultBranches(scope: TransactionScope): Promise<DefaultBranch[]> {
  return scope.query<DefaultBranch>(
    `SELECT id AS "projectId", default_branch AS branch, has_ci AS "hasCi", false AS moved
     FROM projects
     WHERE organization_id = $1`,
    [scope.organizationId],
  );
}

/** Stores what an admin chose; null: nothing. */
export async function writeChosenBranch(
  scope: TransactionScope,
  { projectId, branch }: { projectId: string; branch: string | null },
): Promise<void> {
  await scope.query(
    'UPDATE projects SET chosen_branch = $3 WHERE organization_id = $1 AND id = $2',
    [scope.organizationId, projectId, branch],
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
