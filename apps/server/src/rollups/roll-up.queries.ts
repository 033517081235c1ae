import { plainArray } from '../db/plain-array.ts';
import type { Scope } from '../db/scope.ts';

/** False when another server rolls up this organization. The lock ends with the transaction. */
export async function tryLock({ database, transaction, organizationId }: Scope): Promise<boolean> {
  const [row] = await database.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 2)) AS locked',
    [organizationId],
    transaction,
  );
  return row?.locked === true;
}

/** Waits until nobody else rolls up this organization. */
export async function lockRollUps({ database, transaction, organizationId }: Scope): Promise<void> {
  await database.query(
    'SELECT pg_advisory_xact_lock(hashtextextended($1, 2))',
    [organizationId],
    transaction,
  );
}

export async function projectsOf(scope: Scope, executionIds: readonly string[]): Promise<string[]> {
  const rows = await scope.database.query<{ id: string }>(
    `SELECT DISTINCT project_id AS id
     FROM executions
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [scope.organizationId, plainArray(executionIds)],
    scope.transaction,
  );
  return rows.map((row) => row.id);
}

/** Executions do not come in the order in which they began. */
export async function reviseFirstSeen(
  scope: Scope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.database.query(
    `WITH seen AS (
       SELECT executions.project_id,
              failing_results.fingerprint_id,
              min(executions.started_at) AS started_at
       FROM executions
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = executions.id
       WHERE executions.organization_id = $1 AND executions.id = ANY ($2::uuid[])
       GROUP BY executions.project_id, failing_results.fingerprint_id
     )
     UPDATE fingerprints
     SET first_seen_at = seen.started_at
     FROM seen
     WHERE fingerprints.organization_id = $1
       AND fingerprints.project_id = seen.project_id
       AND fingerprints.id = seen.fingerprint_id
       AND fingerprints.first_seen_at > seen.started_at`,
    [scope.organizationId, plainArray(executionIds)],
    scope.transaction,
  );
}
