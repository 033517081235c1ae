import { FINGERPRINT_VERSION } from '@svc/analysis/fingerprint';
import type { Database } from '../../db/connections/database.ts';
import { plainArray } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { ProjectFingerprint } from '../forgetting.queries.ts';

/** The organizations with fingerprints of an older algorithm that were not computed again. */
export async function organizationsWithOutdated(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM organizations
     WHERE EXISTS (
       SELECT FROM fingerprints
       WHERE fingerprints.organization_id = organizations.organization_id
         AND fingerprints.version < $1
         AND NOT fingerprints.recomputed)
     ORDER BY organization_id`,
    [FINGERPRINT_VERSION],
  );
  return rows.map((row) => row.id);
}

/** Some of these fingerprints of one organization. */
export async function listOutdated(
  scope: TransactionScope,
  limit: number,
): Promise<ProjectFingerprint[]> {
  return scope.query<ProjectFingerprint>(
    `SELECT project_id AS "projectId", id AS "fingerprintId"
     FROM fingerprints
     WHERE organization_id = $1 AND version < $2 AND NOT recomputed
     ORDER BY version, project_id, id
     LIMIT $3`,
    [scope.organizationId, FINGERPRINT_VERSION, limit],
  );
}

/** The executions of up to `limit` failures with these fingerprints, except those whose results retention deleted. */
export async function executionsWith(
  scope: TransactionScope,
  fingerprints: readonly ProjectFingerprint[],
  limit: number,
): Promise<{ executionIds: string[]; isAll: boolean }> {
  const rows = await scope.query<{ id: string; failures: number }>(
    `SELECT id, count(*)::integer AS failures
     FROM (
       SELECT executions.id
       FROM unnest($2::uuid[], $3::uuid[]) AS asked (project_id, id)
       -- Look-ups, which end at the limit, instead of joins with all failures and results.
       CROSS JOIN LATERAL (
         SELECT execution_id
         FROM failing_results
         WHERE organization_id = $1 AND fingerprint_id = asked.id
         OFFSET 0) AS failing
       CROSS JOIN LATERAL (
         SELECT id, week
         FROM executions
         WHERE organization_id = $1
           AND id = failing.execution_id
           AND project_id = asked.project_id
           AND results_expired_at IS NULL
         OFFSET 0) AS executions
       -- Without results, after a crash, there is nothing to compute from.
       WHERE EXISTS (
         SELECT FROM results
         WHERE results.organization_id = $1
           AND results.execution_id = executions.id
           AND results.week = executions.week
         OFFSET 0)
       LIMIT $4) AS found
     GROUP BY id`,
    [
      scope.organizationId,
      plainArray(fingerprints.map((one) => one.projectId)),
      plainArray(fingerprints.map((one) => one.fingerprintId)),
      limit,
    ],
  );
  const failures = rows.reduce((sum, row) => sum + row.failures, 0);
  return { executionIds: rows.map((row) => row.id), isAll: failures < limit };
}

/** Notes that what these fingerprints still have are failures whose results are deleted. */
export async function noteRecomputed(
  scope: TransactionScope,
  fingerprints: readonly ProjectFingerprint[],
): Promise<void> {
  await scope.query(
    `UPDATE fingerprints
     SET recomputed = true
     FROM unnest($2::uuid[], $3::uuid[]) AS asked (project_id, id)
     WHERE fingerprints.organization_id = $1
       AND fingerprints.project_id = asked.project_id
       AND fingerprints.id = asked.id`,
    [
      scope.organizationId,
      plainArray(fingerprints.map((one) => one.projectId)),
      plainArray(fingerprints.map((one) => one.fingerprintId)),
    ],
  );
}
