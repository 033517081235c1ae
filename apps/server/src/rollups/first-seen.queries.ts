import { isExecutionWithId } from '../db/conditions/look-ups.ts';
import type { TransactionScope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { ProjectFingerprint } from './unused-rows.queries.ts';

/** Corrects `first_seen_at` of fingerprints, because executions do not arrive in the order of their start times. */
export async function reviseFirstSeen(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `WITH seen AS (
       SELECT executions.project_id,
              errors.fingerprint_id,
              min(executions.started_at) AS started_at
       FROM executions
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = executions.id
       CROSS JOIN LATERAL unnest(failing_results.fingerprint_id || failing_results.further_fingerprints)
         AS errors (fingerprint_id)
       WHERE executions.organization_id = $1 AND executions.id = ANY ($2::uuid[])
       GROUP BY executions.project_id, errors.fingerprint_id
     )
     UPDATE fingerprints
     SET first_seen_at = seen.started_at
     FROM seen
     WHERE fingerprints.organization_id = $1
       AND fingerprints.project_id = seen.project_id
       AND fingerprints.id = seen.fingerprint_id
       AND fingerprints.first_seen_at > seen.started_at`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}

/**
 * Revises when tests were first seen. Only reads executions that have several parts or began before another one of
 * their project: only they can have begun before the upload that created a test. Skips those that began after the
 * newest test of their project was first seen: they cannot be the first of any test.
 */
export async function reviseTestsFirstSeen(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  const late = await listLateExecutions(scope, executionIds);
  if (late.length > 0) await moveTestsFirstSeen(scope, late);
}

/** Lists the executions that may have begun before one of their tests was first seen. */
async function listLateExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `WITH out_of_order AS MATERIALIZED (
       SELECT id, project_id, started_at
       FROM executions
       WHERE organization_id = $1
         AND id = ANY ($2::uuid[])
         AND (shards_received > 1 OR EXISTS (
           SELECT 1 FROM executions AS other
           WHERE other.organization_id = $1
             AND other.project_id = executions.project_id
             AND other.started_at > executions.started_at))
     ), newest AS MATERIALIZED (
       SELECT project.id, created.first_seen_at
       FROM (SELECT DISTINCT project_id AS id FROM out_of_order) AS project
       CROSS JOIN LATERAL (
         SELECT max(first_seen_at) AS first_seen_at
         FROM tests
         WHERE organization_id = $1 AND project_id = project.id
       ) AS created
     )
     SELECT out_of_order.id
     FROM out_of_order
     JOIN newest ON newest.id = out_of_order.project_id
                AND newest.first_seen_at > out_of_order.started_at`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return rows.map(({ id }) => id);
}

/** A separate statement: with outdated statistics, it may read every test although it changes none. */
async function moveTestsFirstSeen(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `WITH seen AS (
       SELECT results.test_id, min(executions.started_at) AS started_at
       FROM executions
       JOIN results ON results.organization_id = $1
                   AND results.execution_id = executions.id
                   AND results.week = executions.week
       WHERE executions.organization_id = $1 AND executions.id = ANY ($2::uuid[])
       GROUP BY results.test_id
     )
     UPDATE tests
     SET first_seen_at = seen.started_at
     FROM seen
     WHERE tests.organization_id = $1
       AND tests.id = seen.test_id
       AND tests.first_seen_at > seen.started_at`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}

/**
 * Moves `first_seen_at` of fingerprints to the first remaining execution, where a deleted execution was the first.
 * `since` is when the first of the deleted executions began.
 * An earlier `first_seen_at` stays, also when retention has deleted its execution. Reads the project's executions in
 * the order of their start, each with a look-up in failing_results_by_fingerprint, and ends at the first match.
 */
export async function resetFingerprintsFirstSeen(
  scope: TransactionScope,
  { since, fingerprints }: { since: Date; fingerprints: readonly ProjectFingerprint[] },
): Promise<void> {
  await scope.query(
    `WITH concerned AS MATERIALIZED (
       SELECT fingerprints.project_id, fingerprints.id
       FROM unnest($2::uuid[], $3::uuid[]) AS asked (project_id, id)
       JOIN fingerprints ON fingerprints.organization_id = $1
                        AND fingerprints.project_id = asked.project_id
                        AND fingerprints.id = asked.id
       WHERE fingerprints.first_seen_at >= $4
     )
     UPDATE fingerprints
     SET first_seen_at = first.started_at
     FROM concerned
     CROSS JOIN LATERAL (
       SELECT executions.started_at
       FROM executions
       WHERE executions.organization_id = $1
         AND executions.project_id = concerned.project_id
         AND executions.started_at >= $4
         AND (
           EXISTS (
             SELECT 1 FROM failing_results
             WHERE failing_results.organization_id = $1
               AND failing_results.fingerprint_id = concerned.id
               AND failing_results.execution_id = executions.id
             -- Never a join of all failures: the look-ups end at the first match.
             OFFSET 0)
           OR EXISTS (
             SELECT 1 FROM failing_results
             WHERE failing_results.organization_id = $1
               AND failing_results.further_fingerprints @> ARRAY[concerned.id]
               AND failing_results.execution_id = executions.id
             OFFSET 0))
       ORDER BY executions.started_at, executions.id
       LIMIT 1) AS first
     WHERE fingerprints.organization_id = $1
       AND fingerprints.project_id = concerned.project_id
       AND fingerprints.id = concerned.id
       AND fingerprints.first_seen_at <> first.started_at`,
    [
      scope.organizationId,
      toArrayLiteral(fingerprints.map((one) => one.projectId)),
      toArrayLiteral(fingerprints.map((one) => one.fingerprintId)),
      since,
    ],
  );
}

/**
 * Moves `first_seen_at` of tests to their first remaining run. Only the day is known of runs whose results retention has deleted: such a test
 * counts as seen from the beginning of its first day, in UTC.
 */
export async function resetTestsFirstSeen(
  scope: TransactionScope,
  { since, testIds }: { since: Date; testIds: readonly string[] },
): Promise<void> {
  await scope.query(
    `WITH concerned AS MATERIALIZED (
       SELECT id, project_id
       FROM tests
       WHERE organization_id = $1
         AND id = ANY ($2::uuid[])
         AND first_seen_at >= $3
         -- Otherwise every execution of the project would be searched for a test that no other one ran.
         AND (
           EXISTS (
             SELECT 1 FROM results
             JOIN executions ON ${isExecutionWithId('results.execution_id')}
             WHERE results.organization_id = $1 AND results.test_id = tests.id
             OFFSET 0)
           OR EXISTS (
             SELECT 1 FROM test_days
             WHERE test_days.organization_id = $1 AND test_days.test_id = tests.id
             OFFSET 0))
     ), remaining AS (
       SELECT concerned.id,
              least(first.started_at, days.first_seen_at) AS started_at
       FROM concerned
       LEFT JOIN LATERAL (
         SELECT executions.started_at
         FROM executions
         WHERE executions.organization_id = $1
           AND executions.project_id = concerned.project_id
           AND executions.started_at >= $3
           AND EXISTS (
             SELECT 1 FROM results
             WHERE results.organization_id = $1
               AND results.test_id = concerned.id
               AND results.execution_id = executions.id
               AND results.week = executions.week
             OFFSET 0)
         ORDER BY executions.started_at, executions.id
         LIMIT 1) AS first ON true
       LEFT JOIN LATERAL (
         SELECT greatest(day::timestamp AT TIME ZONE 'UTC', $3) AS first_seen_at
         FROM test_days
         WHERE test_days.organization_id = $1 AND test_days.test_id = concerned.id
         ORDER BY day
         LIMIT 1) AS days ON true
     )
     UPDATE tests
     SET first_seen_at = remaining.started_at
     FROM remaining
     WHERE tests.organization_id = $1
       AND tests.id = remaining.id
       AND tests.first_seen_at <> remaining.started_at`,
    [scope.organizationId, toArrayLiteral(testIds), since],
  );
}
