import type { Scope } from '../../db/scope.ts';

/** The items that would be deleted, up to the counting limit. */
export interface ExpiringItems {
  /** Executions or artifacts. */
  count: number;
  /** Results of the executions, or bytes of the stored artifacts. */
  size: number;
  oldestAt: Date | null;
}

/**
 * The oldest executions of whole weeks that ended by the day `until`, with results that are not deleted yet. Reads the
 * index executions_by_week from the week `from` on.
 */
export function countExpiringResults(
  scope: Scope,
  { from, until, limit }: { from: string; until: string; limit: number },
): Promise<ExpiringItems> {
  return countRows(
    scope,
    `SELECT started_at AS at, passed + failed + timed_out + skipped + interrupted AS size
     FROM executions
     WHERE organization_id = $1
       AND week >= $3::date
       AND week <= $4::date - 7
       AND results_expired_at IS NULL
       AND number IS NOT NULL
     ORDER BY week, id
     LIMIT $2`,
    [limit, from, until],
  );
}

/** The oldest executions from weeks before `before`. Reads the index executions_by_week. */
export function countExpiringRollUps(
  scope: Scope,
  { before, limit }: { before: string; limit: number },
): Promise<ExpiringItems> {
  return countRows(
    scope,
    `SELECT started_at AS at, 0 AS size
     FROM executions
     WHERE organization_id = $1 AND week < $3::date AND number IS NOT NULL
     ORDER BY week, id
     LIMIT $2`,
    [limit, before],
  );
}

/** The oldest artifacts that arrived before this time. Reads the index artifacts_by_age. */
export function countExpiringArtifacts(
  scope: Scope,
  { before, limit }: { before: Date; limit: number },
): Promise<ExpiringItems> {
  return countRows(
    scope,
    `SELECT created_at AS at, CASE state WHEN 'stored' THEN size_bytes ELSE 0 END AS size
     FROM artifacts
     WHERE organization_id = $1 AND created_at < $3 AND state <> 'expired'
     ORDER BY created_at
     LIMIT $2`,
    [limit, before],
  );
}

async function countRows(scope: Scope, rows: string, bind: unknown[]): Promise<ExpiringItems> {
  const [row] = await scope.query<ExpiringItems>(
    `SELECT count(*)::float8 AS count, coalesce(sum(size), 0)::float8 AS size, min(at) AS "oldestAt"
     FROM (${rows}) AS expiring`,
    [scope.organizationId, ...bind],
  );
  if (row === undefined) throw new Error('a count answered no row');
  return row;
}
