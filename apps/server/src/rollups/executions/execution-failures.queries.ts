import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

/**
 * Counts the failures of these executions by fingerprint again. An outage with thousands of results becomes one row.
 * The example is the result that arrived last.
 */
export async function countFailures(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  const bind = [scope.organizationId, toArrayLiteral(executionIds)];
  await scope.query(
    'DELETE FROM execution_failures WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
    bind,
  );
  await scope.query(
    `INSERT INTO execution_failures (
       organization_id, execution_id, fingerprint_id, failures, result_id, test_id)
     SELECT organization_id,
            execution_id,
            fingerprint_id,
            count(*),
            (array_agg(result_id ORDER BY result_id DESC))[1],
            (array_agg(test_id ORDER BY result_id DESC))[1]
     FROM failing_results
     WHERE organization_id = $1
       AND execution_id = ANY ($2::uuid[])
       AND status IN ('failed', 'timedOut')
     GROUP BY organization_id, execution_id, fingerprint_id`,
    bind,
  );
}
