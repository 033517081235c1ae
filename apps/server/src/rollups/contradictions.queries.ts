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
       SELECT id, same_code, week, results_expired_at
       FROM executions
       WHERE organization_id = $1
         AND same_code IN (
           SELECT same_code FROM executions
           WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND same_code IS NOT NULL)
         -- Most commits run once, and one execution contradicts nothing.
         AND EXISTS (
           SELECT FROM executions AS other
           WHERE other.organization_id = $1
             AND other.same_code = executions.same_code
             AND other.id <> executions.id)
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
     ), passed AS (
       SELECT DISTINCT same_code.same_code, results.test_id
       FROM (SELECT DISTINCT same_code, test_id FROM failures) AS failed
       JOIN same_code ON same_code.same_code = failed.same_code
       JOIN results ON results.organization_id = $1
                   AND results.test_id = failed.test_id
                   AND results.execution_id = same_code.id
                   AND results.week = same_code.week
       GROUP BY same_code.same_code, results.test_id, results.execution_id
       HAVING bool_or(results.status = 'passed')
          AND NOT bool_or(results.status IN ('failed', 'timedOut', 'interrupted'))
     ), expired AS (
       SELECT DISTINCT same_code FROM same_code WHERE results_expired_at IS NOT NULL
     ), judged AS (
       SELECT failures.*,
              passed.test_id IS NOT NULL
                -- What passed may be among what retention took: then the judgement of before stands.
                OR failures.contradicted AND expired.same_code IS NOT NULL AS is_contradicted
       FROM failures
       LEFT JOIN passed ON passed.same_code = failures.same_code
                       AND passed.test_id = failures.test_id
       LEFT JOIN expired ON expired.same_code = failures.same_code
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
