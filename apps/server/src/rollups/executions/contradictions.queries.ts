import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

/**
 * Decides again which failures are contradicted, in these executions and in all that share code with them; returns
 * the failures whose flag changed. A failure is contradicted when the same test passed in a part with the same code
 * in another execution. A part's code includes its environment and leg, so the legs of a matrix are compared
 * separately. A test counts as passed in an execution only if none of its results there failed or was interrupted.
 * @see docs/read/definitions.md, "Flaky runs"
 */
export async function judgeContradictions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<{ testId: string; executionId: string }[]> {
  const codes = await listSharedCodes(scope, executionIds);
  if (codes.length === 0) return [];
  // Without statistics the planner expects one row from everything, and would compare each failure with each pass.
  // The index look-ups below are lateral joins, which stay nested loops.
  await scope.query('SET LOCAL enable_nestloop = off');
  const rejudged = await findRejudged(scope, codes);
  await scope.query('SET LOCAL enable_nestloop = on');
  if (rejudged.length > 0) await toggleContradicted(scope, rejudged);
  return rejudged;
}

/** The other executions with a part that ran the same code as a part of these. */
export async function listExecutionsOfSameCode(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT DISTINCT other.execution_id AS id
     FROM execution_uploads AS part
     JOIN execution_uploads AS other ON other.organization_id = $1
                                    AND other.same_code = part.same_code
                                    AND other.execution_id <> part.execution_id
     WHERE part.organization_id = $1
       AND part.execution_id = ANY ($2::uuid[])
       AND NOT other.execution_id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return rows.map((row) => row.id);
}

/**
 * Takes back the contradictions of these executions whose code no other execution ran any more; returns their tests.
 * `judgeContradictions` looks only at code that several executions ran. There, contradictions stay that
 * retention has frozen.
 */
export async function takeBackContradictions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<string[]> {
  const rows = await scope.query<{ testId: string }>(
    `UPDATE failing_results
     SET contradicted = false
     WHERE organization_id = $1
       AND execution_id = ANY ($2::uuid[])
       AND contradicted
       AND NOT EXISTS (
         SELECT 1 FROM execution_uploads AS part
         JOIN execution_uploads AS other ON other.organization_id = $1
                                        AND other.same_code = part.same_code
                                        AND other.execution_id <> part.execution_id
         WHERE part.organization_id = $1
           AND part.execution_id = failing_results.execution_id
           AND part.upload_id = failing_results.upload_id
         OFFSET 0)
     RETURNING replace(test_id::text, '-', '') AS "testId"`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return rows.map((row) => row.testId);
}

interface Rejudged {
  testId: string;
  executionId: string;
  resultId: string;
}

/**
 * The codes of parts of these executions that other executions ran too. Most commits have one execution, which cannot
 * contradict another.
 */
async function listSharedCodes(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<string[]> {
  const rows = await scope.query<{ code: string }>(
    `SELECT DISTINCT part.same_code AS code
     FROM unnest($2::uuid[]) AS changed (execution_id)
     CROSS JOIN LATERAL (
       SELECT same_code, execution_id
       FROM execution_uploads
       WHERE organization_id = $1
         AND execution_id = changed.execution_id
         AND same_code IS NOT NULL
       OFFSET 0
     ) AS part
     WHERE (
       SELECT true
       FROM execution_uploads
       WHERE organization_id = $1
         AND same_code = part.same_code
         AND execution_id <> part.execution_id
       LIMIT 1)`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return rows.map((row) => row.code);
}

/**
 * The failures whose stored flag is wrong, of executions that ran one of these codes. A flag freezes once retention has deleted results of the same code: the
 * pass may be among them. Reads execution_uploads_of_same_code and results_by_test.
 */
async function findRejudged(
  scope: TransactionScope,
  codes: readonly string[],
): Promise<Rejudged[]> {
  return scope.query<Rejudged>(
    `WITH ran AS MATERIALIZED (
       SELECT codes.same_code, part.execution_id, part.upload_ids, execution.*
       FROM unnest($2::uuid[]) AS codes (same_code)
       CROSS JOIN LATERAL (
         SELECT execution_id, array_agg(upload_id) AS upload_ids
         FROM execution_uploads
         WHERE organization_id = $1 AND same_code = codes.same_code
         GROUP BY execution_id
       ) AS part
       CROSS JOIN LATERAL (
         SELECT week, results_expired_at IS NOT NULL AND passed > 0 AS lacks_passes
         FROM executions
         WHERE organization_id = $1 AND id = part.execution_id
         OFFSET 0
       ) AS execution
     ), failures AS MATERIALIZED (
       SELECT ran.same_code, failed.*
       FROM ran
       CROSS JOIN LATERAL (
         SELECT execution_id, result_id, test_id, contradicted
         FROM failing_results
         WHERE organization_id = $1
           AND execution_id = ran.execution_id
           AND upload_id = ANY (ran.upload_ids)
           AND status IN ('failed', 'timedOut')
         OFFSET 0
       ) AS failed
     ), failed AS MATERIALIZED (
       SELECT same_code, array_agg(DISTINCT test_id) AS test_ids
       FROM failures
       GROUP BY same_code
     ), passed AS (
       SELECT DISTINCT failed.same_code, run.test_id
       FROM failed
       JOIN ran ON ran.same_code = failed.same_code
       -- All tests at once, so that no row is read twice, whichever index the planner chooses.
       CROSS JOIN LATERAL (
         SELECT test_id
         FROM results
         WHERE organization_id = $1
           AND test_id = ANY (failed.test_ids)
           AND execution_id = ran.execution_id
           AND week = ran.week
           AND upload_id = ANY (ran.upload_ids)
         GROUP BY test_id
         HAVING bool_or(status = 'passed')
            AND NOT bool_or(status IN ('failed', 'timedOut', 'interrupted'))
       ) AS run
       -- The failed result may have expired before a part with a passed one arrived.
       WHERE NOT EXISTS (
         SELECT 1 FROM failures
         WHERE failures.same_code = ran.same_code
           AND failures.execution_id = ran.execution_id
           AND failures.test_id = run.test_id)
     )
     SELECT replace(failures.test_id::text, '-', '') AS "testId",
            failures.execution_id AS "executionId",
            failures.result_id AS "resultId"
     FROM failures
     LEFT JOIN passed ON passed.same_code = failures.same_code
                     AND passed.test_id = failures.test_id
     WHERE failures.contradicted <> (
       passed.test_id IS NOT NULL
       OR failures.contradicted
          AND failures.same_code IN (SELECT same_code FROM ran WHERE lacks_passes))`,
    [scope.organizationId, toArrayLiteral(codes)],
  );
}

async function toggleContradicted(
  scope: TransactionScope,
  rejudged: readonly Rejudged[],
): Promise<void> {
  await scope.query(
    `UPDATE failing_results
     SET contradicted = NOT contradicted
     FROM unnest($2::uuid[], $3::uuid[]) AS rejudged (execution_id, result_id)
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = rejudged.execution_id
       AND failing_results.result_id = rejudged.result_id`,
    [
      scope.organizationId,
      toArrayLiteral(rejudged.map((one) => one.executionId)),
      toArrayLiteral(rejudged.map((one) => one.resultId)),
    ],
  );
}
