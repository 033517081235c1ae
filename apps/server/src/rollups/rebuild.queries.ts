import type { TransactionScope } from '../db/scope.ts';
import type { ProjectFingerprint } from './unused-rows.queries.ts';

export async function listExecutionIds(scope: TransactionScope): Promise<string[]> {
  return listIds(
    scope,
    'SELECT id FROM executions WHERE organization_id = $1 AND number IS NOT NULL ORDER BY id',
  );
}

export async function listProjectIds(scope: TransactionScope): Promise<string[]> {
  return listIds(scope, 'SELECT id FROM projects WHERE organization_id = $1 ORDER BY id');
}

/** The tests that failed or were flaky in some execution, and those with a stored state or kept runs. */
export async function listTestIds(scope: TransactionScope): Promise<string[]> {
  return listIds(
    scope,
    `SELECT replace(test_id::text, '-', '') AS id
     FROM failing_results
     WHERE organization_id = $1
     UNION
     SELECT replace(test_id::text, '-', '')
     FROM test_states
     WHERE organization_id = $1
     UNION
     SELECT replace(test_id::text, '-', '')
     FROM expired_runs
     WHERE organization_id = $1
     ORDER BY id`,
  );
}

export async function listFingerprints(scope: TransactionScope): Promise<ProjectFingerprint[]> {
  return scope.query<ProjectFingerprint>(
    `SELECT project_id AS "projectId", id AS "fingerprintId"
     FROM fingerprints
     WHERE organization_id = $1
     ORDER BY project_id, id`,
    [scope.organizationId],
  );
}

async function listIds(scope: TransactionScope, sql: string): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(sql, [scope.organizationId]);
  return rows.map((row) => row.id);
}
