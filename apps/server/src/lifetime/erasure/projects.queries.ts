import type { Database } from '../../db/connections/database.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { ErasedExecution } from './executions.queries.ts';

/** Notes up to `limit` executions of a project for `eraseDeletedExecutions`, and returns their ids. */
export async function noteDeletedExecutions(
  scope: TransactionScope,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT id
     FROM executions
     WHERE organization_id = $1 AND project_id = $2
     LIMIT $3
     FOR UPDATE`,
    [scope.organizationId, projectId, limit],
  );
  const ids = rows.map((row) => row.id);
  await scope.query(
    `INSERT INTO deleted_executions (organization_id, execution_id, week)
     SELECT organization_id, id, week
     FROM executions
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(ids)],
  );
  return ids;
}

/** Up to `limit` tests of a project, locked. */
export async function lockTestsOfProject(
  scope: TransactionScope,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<string[]> {
  const tests = await scope.query<{ id: string }>(
    'SELECT id FROM tests WHERE organization_id = $1 AND project_id = $2 LIMIT $3 FOR UPDATE',
    [scope.organizationId, projectId, limit],
  );
  return tests.map((test) => test.id);
}

/** Deletes up to `limit` daily counts of these tests; returns how many it deleted. */
export async function deleteDaysOfTests(
  scope: TransactionScope,
  { testIds, limit }: { testIds: readonly string[]; limit: number },
): Promise<number> {
  const [row] = await scope.query<{ deleted: number }>(
    `WITH deleted AS (
       DELETE FROM test_days
       WHERE organization_id = $1
         AND ctid = ANY (ARRAY(
           SELECT ctid
           FROM test_days
           WHERE organization_id = $1 AND test_id = ANY ($2::uuid[])
           LIMIT $3))
       RETURNING 1
     )
     SELECT count(*)::integer AS deleted FROM deleted`,
    [scope.organizationId, toArrayLiteral(testIds), limit],
  );
  return row?.deleted ?? 0;
}

/** Deletes these tests, which have no daily counts any more, with their states and kept runs. */
export async function deleteTests(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<void> {
  for (const condition of [
    'test_states WHERE organization_id = $1 AND test_id = ANY ($2::uuid[])',
    'expired_runs WHERE organization_id = $1 AND test_id = ANY ($2::uuid[])',
    'tests WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
  ]) {
    await scope.query(`DELETE FROM ${condition}`, [scope.organizationId, toArrayLiteral(testIds)]);
  }
}

/** Deletes up to `limit` fingerprints of a project; returns how many it deleted. */
export async function deleteFingerprintsOfProject(
  scope: TransactionScope,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<number> {
  const rows = await scope.query(
    `DELETE FROM fingerprints
     WHERE organization_id = $1
       AND project_id = $2
       AND id IN (
         SELECT id FROM fingerprints WHERE organization_id = $1 AND project_id = $2 LIMIT $3)
     RETURNING 1`,
    [scope.organizationId, projectId, limit],
  );
  return rows.length;
}

/** Deletes up to `limit` rows of feedback on a project's failures; returns how many it deleted. */
export async function deleteFeedbackOfProject(
  scope: TransactionScope,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<number> {
  const rows = await scope.query(
    `DELETE FROM verdict_feedback
     WHERE organization_id = $1
       AND (id, fingerprint_id) IN (
         SELECT id, fingerprint_id
         FROM verdict_feedback
         WHERE organization_id = $1 AND project_id = $2
         LIMIT $3)
     RETURNING 1`,
    [scope.organizationId, projectId, limit],
  );
  return rows.length;
}

/** Deletes a project without executions, tests and fingerprints. Returns whether there was such a project. */
export async function deleteProjectRow(
  scope: TransactionScope,
  projectId: string,
): Promise<boolean> {
  const rows = await scope.query(
    'DELETE FROM projects WHERE organization_id = $1 AND id = $2 RETURNING 1',
    [scope.organizationId, projectId],
  );
  return rows.length > 0;
}

export async function listOrganizationsWithDeletedExecutions(
  database: Database,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM deleted_executions',
  );
  return rows.map((row) => row.id);
}

export async function findDeletedExecution(
  scope: TransactionScope,
): Promise<ErasedExecution | null> {
  const [row] = await scope.query<ErasedExecution>(
    `SELECT execution_id AS "executionId", week::text AS week
     FROM deleted_executions
     WHERE organization_id = $1
     LIMIT 1`,
    [scope.organizationId],
  );
  return row ?? null;
}

export async function forgetDeletedExecution(
  scope: TransactionScope,
  { executionId }: ErasedExecution,
): Promise<void> {
  await scope.query(
    'DELETE FROM deleted_executions WHERE organization_id = $1 AND execution_id = $2',
    [scope.organizationId, executionId],
  );
}
