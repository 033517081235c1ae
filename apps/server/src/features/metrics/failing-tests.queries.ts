import type { Database } from '../../db/database.ts';
import {
  bindsOf,
  executionConditions,
  type ExecutionsFilter,
} from '../../db/execution-conditions.ts';

/**
 * How many tests failed or timed out at least once in the executions that fit. Reads the failing
 * results of the executions that have some, by the primary key of failing_results.
 */
export async function countFailingTests(
  database: Database,
  organizationId: string,
  filter: ExecutionsFilter,
): Promise<number> {
  const { bind, value } = bindsOf(organizationId);
  const [row] = await database.query<{ tests: number }>(
    `WITH failing_tests AS (
       SELECT DISTINCT failing_results.test_id
       FROM executions
       JOIN failing_results ON failing_results.organization_id = executions.organization_id
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
