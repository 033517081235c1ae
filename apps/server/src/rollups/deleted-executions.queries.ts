import type { TransactionScope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { ProjectFingerprint } from './unused-rows.queries.ts';

/** The fingerprints and tests that failed or were flaky in these executions. */
export async function readFailuresOfExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<{ fingerprints: ProjectFingerprint[]; testIds: string[] }> {
  const rows = await scope.query<ProjectFingerprint & { testIds: string[] }>(
    `SELECT executions.project_id AS "projectId",
            errors.fingerprint_id AS "fingerprintId",
            array_agg(DISTINCT replace(failing_results.test_id::text, '-', '')) AS "testIds"
     FROM failing_results
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = failing_results.execution_id
     CROSS JOIN LATERAL unnest(failing_results.fingerprint_id || failing_results.further_fingerprints)
       AS errors (fingerprint_id)
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = ANY ($2::uuid[])
     GROUP BY executions.project_id, errors.fingerprint_id`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  const testIds = new Set(rows.flatMap((row) => row.testIds));
  return { fingerprints: rows, testIds: [...testIds] };
}

/**
 * Deletes these executions with everything that was derived from them, and with events about them and their deliveries
 * to webhooks, which name tests. All in one place, because the order of the statements matters.
 */
export async function deleteExecutionRows(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `UPDATE executions
     SET previous_attempt_id = NULL
     FROM executions AS earlier
     WHERE earlier.organization_id = $1
       AND earlier.id = ANY ($2::uuid[])
       AND executions.organization_id = $1
       AND executions.project_id = earlier.project_id
       AND executions.ci_run = earlier.ci_run
       AND executions.previous_attempt_id = earlier.id`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  for (const condition of [
    'execution_changes WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
    'executions WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    // After the executions, whose rows are locked by the uploads that insert failures. Without foreign keys, because
    // these would look up the execution for each failure.
    'failing_results WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
    'execution_failures WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
    // After the executions, whose locks the writers of events hold. Deliveries are written from events.
    `outbox WHERE organization_id = $1 AND data ->> 'executionId' = ANY ($2::uuid[]::text[])`,
    'webhook_deliveries WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
  ]) {
    await scope.query(`DELETE FROM ${condition}`, [
      scope.organizationId,
      toArrayLiteral(executionIds),
    ]);
  }
}
