import type { Scope } from '../../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../../db/conditions/execution-conditions.ts';

/**
 * Counts the tests that failed or timed out at least once in the matching executions. Reads failing_results by its
 * primary key, only for executions that have failures.
 */
export async function countFailingTests(scope: Scope, filter: ExecutionsFilter): Promise<number> {
  const { bind, value } = createBinds(scope.organizationId);
  const [row] = await scope.query<{ tests: number }>(
    `WITH failing_tests AS (
       SELECT DISTINCT failing_results.test_id
       FROM executions
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = executions.id
       WHERE ${executionConditions(filter, value)}
         AND executions.failed + executions.timed_out > 0
         AND failing_results.status IN ('failed', 'timedOut')
     )
     SELECT count(*)::integer AS tests
     FROM failing_tests`,
    bind,
  );
  return row?.tests ?? 0;
}
