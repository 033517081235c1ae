import type { TransactionScope } from '../db/scope.ts';
import { LOCKS, lockSql, tryLockSql } from '../db/locks.ts';
import { plainArray } from '../db/connections/plain-array.ts';

/** False when another server rolls up this organization. The lock ends with the transaction. */
export async function tryLock(scope: TransactionScope): Promise<boolean> {
  const [row] = await scope.query<{ locked: boolean }>(
    `SELECT ${tryLockSql(LOCKS.rollUps('$1'))} AS locked`,
    [scope.organizationId],
  );
  return row?.locked === true;
}

/** Waits until no other server rolls up this organization. The lock ends with the transaction. */
export async function lockRollUps(scope: TransactionScope): Promise<void> {
  await scope.query(`SELECT ${lockSql(LOCKS.rollUps('$1'))}`, [scope.organizationId]);
}

/** Corrects `first_seen_at` of fingerprints, because executions do not arrive in the order of their start times. */
export async function reviseFirstSeen(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
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
  );
}

/**
 * The same for tests. Only reads executions that have several parts or began before another one of their project:
 * only they can have begun before the upload that created a test.
 */
export async function reviseTestsFirstSeen(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `WITH late AS MATERIALIZED (
       SELECT id, week, started_at
       FROM executions
       WHERE organization_id = $1
         AND id = ANY ($2::uuid[])
         AND (shards_received > 1 OR EXISTS (
           SELECT FROM executions AS other
           WHERE other.organization_id = $1
             AND other.project_id = executions.project_id
             AND other.started_at > executions.started_at))
     ), seen AS (
       SELECT results.test_id, min(late.started_at) AS started_at
       FROM late
       JOIN results ON results.organization_id = $1
                   AND results.execution_id = late.id
                   AND results.week = late.week
       GROUP BY results.test_id
     )
     UPDATE tests
     SET first_seen_at = seen.started_at
     FROM seen
     WHERE tests.organization_id = $1
       AND tests.id = seen.test_id
       AND tests.first_seen_at > seen.started_at`,
    [scope.organizationId, plainArray(executionIds)],
  );
}
