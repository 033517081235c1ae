import { isExecutionWithId } from '../../db/conditions/look-ups.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';

export interface ErasedExecution {
  executionId: string;
  /** Week of its results. */
  week: string;
}

/** How people refer to the execution. */
export interface NamedExecution extends ErasedExecution {
  project: string;
  /** Null while its first upload is in progress. */
  number: number | null;
}

/** The execution, locked; null when there is none. */
export async function lockErasedExecution(
  scope: TransactionScope,
  executionId: string,
): Promise<NamedExecution | null> {
  const [row] = await scope.query<NamedExecution>(
    `SELECT executions.id AS "executionId",
            executions.week::text AS week,
            executions.number,
            projects.name AS project
     FROM executions
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     WHERE executions.organization_id = $1 AND executions.id = $2
     FOR UPDATE OF executions`,
    [scope.organizationId, executionId],
  );
  return row ?? null;
}

/** The texts of its results and files. */
export async function listTextsOfExecution(
  scope: TransactionScope,
  { executionId, week }: ErasedExecution,
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT DISTINCT text.id
     FROM (
       SELECT unnest(ARRAY[errors_id, steps_id, stdout_id, stderr_id]) AS id
       FROM attempts
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3
       UNION ALL
       SELECT unnest(ARRAY[errors_id, stdout_id, stderr_id])
       FROM execution_files
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3) AS text
     WHERE text.id IS NOT NULL`,
    [scope.organizationId, executionId, week],
  );
  return rows.map((row) => row.id);
}

/** The tests of its results. */
export async function listTestsOfExecution(
  scope: TransactionScope,
  { executionId, week }: ErasedExecution,
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT DISTINCT test_id AS id
     FROM results
     WHERE organization_id = $1 AND execution_id = $2 AND week = $3`,
    [scope.organizationId, executionId, week],
  );
  return rows.map((row) => row.id);
}

/** Deletes what an execution stores in the partitions of its week, and no longer counts its results as stored. */
export async function deleteStoredResults(
  scope: TransactionScope,
  { executionId, week }: ErasedExecution,
): Promise<void> {
  const bind = [scope.organizationId, executionId, week];
  for (const table of ['attempts', 'execution_files']) {
    await scope.query(
      `DELETE FROM ${table} WHERE organization_id = $1 AND execution_id = $2 AND week = $3`,
      bind,
    );
  }
  const [row] = await scope.query<{ deleted: number }>(
    `WITH deleted AS (
       DELETE FROM results
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3
       RETURNING 1
     )
     SELECT count(*)::float8 AS deleted FROM deleted`,
    bind,
  );
  scope.addUsage({ results: -(row?.deleted ?? 0) });
}

/** Deletes those of these texts without other references in the week. The caller holds off uploads. */
export async function deleteUnusedTexts(
  scope: TransactionScope,
  { textIds, week }: { textIds: readonly string[]; week: string },
): Promise<void> {
  if (textIds.length === 0) return;
  const used = [
    ...['errors_id', 'steps_id', 'stdout_id', 'stderr_id'].map((column) => ['attempts', column]),
    ...['errors_id', 'stdout_id', 'stderr_id'].map((column) => ['execution_files', column]),
  ].map(
    ([table, column]) =>
      `SELECT ${column} FROM ${table}
       WHERE organization_id = $1 AND week = $2 AND ${column} = ANY ($3::uuid[])`,
  );
  await scope.query(
    `DELETE FROM texts
     WHERE organization_id = $1
       AND week = $2
       AND id = ANY ($3::uuid[])
       AND id NOT IN (${used.join(' UNION ')})`,
    [scope.organizationId, week, toArrayLiteral(textIds)],
  );
}

/** Deletes those of these tests that no other execution ran; returns how many. */
export async function deleteUnusedTests(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<number> {
  const rows = await scope.query(
    `DELETE FROM tests
     WHERE organization_id = $1
       AND id = ANY ($2::uuid[])
       AND NOT EXISTS (
         SELECT 1 FROM results
         -- Excludes rows that a deleted project of the same name still has.
         JOIN executions ON ${isExecutionWithId('results.execution_id')}
         WHERE results.organization_id = $1 AND results.test_id = tests.id
         -- One look-up a test, that ends at its first result.
         OFFSET 0)
       AND NOT EXISTS (
         SELECT 1 FROM test_days
         WHERE test_days.organization_id = $1 AND test_days.test_id = tests.id)
       AND NOT EXISTS (
         SELECT 1 FROM test_states
         WHERE test_states.organization_id = $1 AND test_states.test_id = tests.id)
       AND NOT EXISTS (
         SELECT 1 FROM expired_runs
         WHERE expired_runs.organization_id = $1 AND expired_runs.test_id = tests.id)
     RETURNING 1`,
    [scope.organizationId, toArrayLiteral(testIds)],
  );
  return rows.length;
}

/** Invalidates every server's cache of the organization's existing tests. */
export async function noteTestErasure(scope: TransactionScope): Promise<void> {
  await scope.query(
    'UPDATE organizations SET test_erasures = test_erasures + 1 WHERE organization_id = $1',
    [scope.organizationId],
  );
}
