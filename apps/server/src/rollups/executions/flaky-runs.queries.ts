import type { TransactionScope } from '../../db/scope.ts';
import { IS_INFRASTRUCTURE } from '../../db/conditions/execution-conditions.ts';
import { plainArray } from '../../db/connections/plain-array.ts';

/**
 * Marks again which runs in these executions are flaky: those that failed and are contradicted, or passed after a
 * failed attempt; at most one per test and execution. Executions with an infrastructure failure have none. A run with
 * an interrupted result is not flaky either, because an interruption counts as worse than a pass.
 * @see definitions: flakiness, evidence and guards
 */
export async function judgeFlakyRuns(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `WITH runs AS (
       SELECT failing_results.execution_id,
              failing_results.test_id,
              (array_agg(failing_results.result_id ORDER BY failing_results.result_id))[1] AS first_id,
              sum(failing_results.wasted_ms) AS wasted_ms,
              CASE
                WHEN ${IS_INFRASTRUCTURE} THEN false
                WHEN bool_or(NOT failing_results.flaky) THEN bool_or(failing_results.contradicted)
                WHEN executions.results_expired_at IS NOT NULL
                THEN bool_or(failing_results.flaky_run_wasted_ms IS NOT NULL)
                ELSE NOT (executions.interrupted > 0 AND EXISTS (
                  SELECT FROM results
                  WHERE results.organization_id = $1
                    AND results.test_id = failing_results.test_id
                    AND results.execution_id = executions.id
                    AND results.week = executions.week
                    AND results.status = 'interrupted'))
              END AS is_flaky
       FROM executions
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = executions.id
       WHERE executions.organization_id = $1 AND executions.id = ANY ($2::uuid[])
       GROUP BY failing_results.execution_id, failing_results.test_id, executions.organization_id, executions.id
     ), judged AS (
       SELECT failing_results.execution_id,
              failing_results.result_id,
              CASE WHEN runs.is_flaky AND failing_results.result_id = runs.first_id
                   THEN runs.wasted_ms END AS flaky_run_wasted_ms
       FROM runs
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = runs.execution_id
                           AND failing_results.test_id = runs.test_id
     )
     UPDATE failing_results
     SET flaky_run_wasted_ms = judged.flaky_run_wasted_ms
     FROM judged
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = judged.execution_id
       AND failing_results.result_id = judged.result_id
       AND failing_results.flaky_run_wasted_ms IS DISTINCT FROM judged.flaky_run_wasted_ms`,
    [scope.organizationId, plainArray(executionIds)],
  );
}
