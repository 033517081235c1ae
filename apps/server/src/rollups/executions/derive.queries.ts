import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { isExecutionWithId, joinText } from '../../db/conditions/look-ups.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { repositoryOf } from '../../db/conditions/repository.ts';
import { isVerdict } from '../../db/conditions/counted-runs.ts';
import { ROW_BYTES, buildBoundedSql } from '../../history/bounded-rows.queries.ts';

/** An execution whose results are still there. */
export interface DerivedExecution {
  executionId: string;
  projectId: string;
  week: string;
  startedAt: Date;
  /** Its name for the root of paths: of its git facts, else of its project. */
  repository: string;
}

/** Null for an execution without results, and for one whose results retention deleted: its derived rows stay. */
export async function findDerivable(
  scope: TransactionScope,
  executionId: string,
): Promise<DerivedExecution | null> {
  const [row] = await scope.query<DerivedExecution>(
    `SELECT id AS "executionId",
            project_id AS "projectId",
            week::text AS week,
            started_at AS "startedAt",
            ${repositoryOf(
              'executions',
              '(SELECT name FROM projects WHERE organization_id = $1 AND id = project_id)',
            )} AS repository
     FROM executions
     WHERE organization_id = $1
       AND id = $2
       AND results_expired_at IS NULL
       AND EXISTS (
         SELECT 1 FROM results
         WHERE results.organization_id = $1
           AND results.execution_id = executions.id
           AND results.week = executions.week)
     -- An upload that ends meanwhile waits for this lock, and adds to the counts that this transaction writes.
     FOR NO KEY UPDATE`,
    [scope.organizationId, executionId],
  );
  return row ?? null;
}

export interface StoredFailure {
  resultId: string;
  testId: string;
  uploadId: string;
  status: ResultStatus;
  flaky: boolean;
  /** Attempts in order, with the errors of failed ones; empty when the result has no attempt rows. */
  attempts: { status: ResultStatus; durationMs: number; errors: TestError[] }[];
}

// The errors of one page. One result alone may have more.
const ERROR_BYTES = 32 * 1024 * 1024;
const FAILED_ERRORS_ID =
  "CASE WHEN attempts.status IN ('failed', 'timedOut') THEN attempts.errors_id END";

/** Some results with a failure, sorted by id: those after `after`, or the first ones. Empty only at the end. */
export async function listStoredFailures(
  scope: TransactionScope,
  execution: DerivedExecution,
  page: { after: string | null; limit: number },
): Promise<StoredFailure[]> {
  const failures = await listFailures(scope, execution, page);
  const errors = await readErrors(
    scope,
    execution,
    failures.flatMap(({ attempts }) => attempts?.flatMap((one) => one.errorsId ?? []) ?? []),
  );
  return failures.map(({ attempts, ...failure }) => ({
    ...failure,
    attempts: (attempts ?? []).map(({ errorsId, ...attempt }) => ({
      ...attempt,
      errors: errors.get(errorsId ?? '') ?? [],
    })),
  }));
}

interface FailureRow extends Omit<StoredFailure, 'attempts'> {
  attempts: { status: ResultStatus; durationMs: number; errorsId: string | null }[] | null;
}

async function listFailures(
  scope: TransactionScope,
  { executionId, week }: DerivedExecution,
  { after, limit }: { after: string | null; limit: number },
): Promise<FailureRow[]> {
  const rows = `
    SELECT replace(failed.id::text, '-', '') AS "resultId",
           replace(failed.test_id::text, '-', '') AS "testId",
           failed.upload_id AS "uploadId",
           failed.status,
           failed.flaky,
           tries.attempts,
           (${ROW_BYTES} + coalesce(tries.bytes, 0)) AS bytes
    FROM (
      SELECT id, test_id, upload_id, status, flaky
      FROM results
      WHERE organization_id = $1
        AND execution_id = $2
        AND week = $3
        AND (status IN ('failed', 'timedOut') OR flaky)
        AND ($4::uuid IS NULL OR id > $4)
      ORDER BY id
      LIMIT $5
    ) AS failed
    CROSS JOIN LATERAL (
      SELECT json_agg(
               json_build_object(
                 'status', attempts.status,
                 'durationMs', attempts.duration_ms,
                 'errorsId', ${FAILED_ERRORS_ID})
               ORDER BY attempts.index) AS attempts,
             sum(octet_length(errors.body)) AS bytes
      FROM attempts
      ${joinText(FAILED_ERRORS_ID, 'errors', '$3')}
      WHERE attempts.organization_id = $1
        AND attempts.execution_id = $2
        AND attempts.result_id = failed.id
        AND attempts.week = $3
    ) AS tries`;
  return scope.query<FailureRow>(
    buildBoundedSql(rows, { order: '"resultId"', maxBytes: String(ERROR_BYTES) }),
    [scope.organizationId, executionId, week, after, limit],
  );
}

async function readErrors(
  scope: TransactionScope,
  { week }: DerivedExecution,
  errorsIds: readonly string[],
): Promise<Map<string, TestError[]>> {
  if (errorsIds.length === 0) return new Map();
  const rows = await scope.query<{ id: string; body: string }>(
    `SELECT id, body
     FROM texts
     WHERE organization_id = $1 AND week = $2 AND id = ANY ($3::uuid[])`,
    [scope.organizationId, week, toArrayLiteral([...new Set(errorsIds)])],
  );
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as TestError[]]));
}

/** Deletes the failing results that were derived before. Returns the ids of the contradicted ones. */
export async function deleteFailingResults(
  scope: TransactionScope,
  executionId: string,
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `WITH forgotten AS (
       DELETE FROM failing_results
       WHERE organization_id = $1 AND execution_id = $2
       RETURNING result_id, contradicted
     )
     SELECT result_id AS id FROM forgotten WHERE contradicted`,
    [scope.organizationId, executionId],
  );
  return rows.map((row) => row.id);
}

/**
 * Keeps the flag of contradicted results if retention has deleted results of the same code. The pass may be among the
 * deleted ones, and cannot be found again.
 */
export async function keepContradicted(
  scope: TransactionScope,
  executionId: string,
  resultIds: readonly string[],
): Promise<void> {
  if (resultIds.length === 0) return;
  await scope.query(
    `UPDATE failing_results
     SET contradicted = true
     FROM execution_uploads
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = $2
       AND failing_results.result_id = ANY ($3::uuid[])
       AND failing_results.status IN ('failed', 'timedOut')
       AND execution_uploads.organization_id = $1
       AND execution_uploads.execution_id = $2
       AND execution_uploads.upload_id = failing_results.upload_id
       AND EXISTS (
         SELECT 1
         FROM execution_uploads AS other
         JOIN executions ON ${isExecutionWithId('other.execution_id')}
         WHERE other.organization_id = $1
           AND other.same_code = execution_uploads.same_code
           AND executions.results_expired_at IS NOT NULL)`,
    [scope.organizationId, executionId, toArrayLiteral(resultIds)],
  );
}

/** Recounts the execution's own counters from its results. */
export async function recountExecution(
  scope: TransactionScope,
  { executionId, week }: Pick<DerivedExecution, 'executionId' | 'week'>,
): Promise<void> {
  await scope.query(
    `UPDATE executions
     SET passed = counted.passed, failed = counted.failed, timed_out = counted.timed_out,
         skipped = counted.skipped, interrupted = counted.interrupted, flaky = counted.flaky,
         counted_duration_ms = counted.duration_ms
     FROM (
       SELECT count(*) FILTER (WHERE status = 'passed') AS passed,
              count(*) FILTER (WHERE status = 'failed') AS failed,
              count(*) FILTER (WHERE status = 'timedOut') AS timed_out,
              count(*) FILTER (WHERE status = 'skipped') AS skipped,
              count(*) FILTER (WHERE status = 'interrupted') AS interrupted,
              count(*) FILTER (WHERE flaky) AS flaky,
              coalesce(sum(last_attempt_ms) FILTER (
                WHERE ${isVerdict('status')}), 0) AS duration_ms
       FROM results
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3
     ) AS counted
     WHERE executions.organization_id = $1 AND executions.id = $2`,
    [scope.organizationId, executionId, week],
  );
}
