import type { Scope } from '../db/scope.ts';

/**
 * Judges anew whether failures in executions of the same code as these contradict a pass in another
 * of them; answers where a failure was judged otherwise. A run of a test is the worst of
 * its results in an execution, so that it passed only where nothing else happened to it.
 * @see definitions: flakiness, evidence 2
 */
export async function judgeContradictions(
  scope: Scope,
  executionIds: readonly string[],
): Promise<{ testId: string; executionId: string }[]> {
  return scope.database.query<{ testId: string; executionId: string }>(
    `WITH same_code AS MATERIALIZED (
       SELECT id, same_code, week
       FROM executions
       WHERE organization_id = $1
         AND same_code IN (
           SELECT same_code FROM executions
           WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND same_code IS NOT NULL)
     ), failures AS (
       SELECT failing_results.execution_id,
              failing_results.result_id,
              failing_results.test_id,
              failing_results.contradicted,
              same_code.same_code
       FROM failing_results
       JOIN same_code ON same_code.id = failing_results.execution_id
       WHERE failing_results.organization_id = $1
         AND failing_results.status IN ('failed', 'timedOut')
     ), judged AS (
       SELECT failures.*,
              EXISTS (
                SELECT
                FROM same_code AS other
                WHERE other.same_code = failures.same_code
                  AND other.id <> failures.execution_id
                  AND EXISTS (
                    SELECT FROM results
                    WHERE results.organization_id = $1
                      AND results.test_id = failures.test_id
                      AND results.execution_id = other.id
                      AND results.week = other.week
                      AND results.status = 'passed')
                  AND NOT EXISTS (
                    SELECT FROM results
                    WHERE results.organization_id = $1
                      AND results.test_id = failures.test_id
                      AND results.execution_id = other.id
                      AND results.week = other.week
                      AND results.status IN ('failed', 'timedOut', 'interrupted'))
              ) AS is_contradicted
       FROM failures
     )
     UPDATE failing_results
     SET contradicted = judged.is_contradicted
     FROM judged
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = judged.execution_id
       AND failing_results.result_id = judged.result_id
       AND failing_results.contradicted <> judged.is_contradicted
     RETURNING replace(failing_results.test_id::text, '-', '') AS "testId",
               failing_results.execution_id AS "executionId"`,
    [scope.organizationId, `{${executionIds.join(',')}}`],
    scope.transaction,
  );
}
