import type { Scope } from '../db/scope.ts';
import type { AddedUsage } from '../db/statements.ts';

/** The usage of an organization and its own quotas. A quota is null if only the server's applies, and 0 for no limit. */
export interface UsageAndQuotas extends AddedUsage {
  resultsQuota: number | null;
  artifactBytesQuota: number | null;
}

/** Reads at most 16 rows and one of `quotas`. */
export async function readUsage(scope: Scope): Promise<UsageAndQuotas> {
  const [row] = await scope.prepared<UsageAndQuotas>(
    `SELECT greatest(coalesce(sum(results), 0), 0)::float8 AS results,
            greatest(coalesce(sum(artifact_bytes), 0), 0)::float8 AS "artifactBytes",
            (SELECT results FROM quotas WHERE organization_id = $1) AS "resultsQuota",
            (SELECT artifact_bytes FROM quotas WHERE organization_id = $1) AS "artifactBytesQuota"
     FROM organization_usage
     WHERE organization_id = $1`,
    [scope.organizationId],
  );
  if (row === undefined) throw new Error('a sum answered no row');
  return row;
}

/**
 * Counts what the organization stores, and corrects its usage. Returns whether the usage was wrong. One statement, so
 * that both counts are of the same moment: uploads continue meanwhile, and each changes both or neither. Two calls at
 * the same time may correct twice; the next call corrects that.
 */
export async function correctUsage(scope: Scope): Promise<boolean> {
  const rows = await scope.query(
    `INSERT INTO organization_usage AS stored (organization_id, slot, results, artifact_bytes)
     SELECT organizations.organization_id, 0,
            present.results - noted.results, present.artifact_bytes - noted.artifact_bytes
     FROM organizations
     CROSS JOIN (
       SELECT (SELECT count(*) FROM results WHERE organization_id = $1) AS results,
              (SELECT coalesce(sum(size_bytes), 0)
               FROM artifact_contents
               WHERE organization_id = $1 AND doomed_at IS NULL) AS artifact_bytes
     ) AS present
     CROSS JOIN (
       SELECT coalesce(sum(results), 0) AS results, coalesce(sum(artifact_bytes), 0) AS artifact_bytes
       FROM organization_usage
       WHERE organization_id = $1
     ) AS noted
     WHERE organizations.organization_id = $1
       AND (present.results, present.artifact_bytes) <> (noted.results, noted.artifact_bytes)
     ON CONFLICT (organization_id, slot) DO UPDATE
     SET results = stored.results + excluded.results,
         artifact_bytes = stored.artifact_bytes + excluded.artifact_bytes
     RETURNING 1`,
    [scope.organizationId],
  );
  return rows.length > 0;
}
