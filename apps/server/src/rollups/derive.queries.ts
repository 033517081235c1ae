import type { ResultStatus } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import type { Scope } from '../db/scope.ts';

/** An execution whose results are still there. */
export interface DerivedExecution {
  executionId: string;
  projectId: string;
  week: string;
  startedAt: Date;
}

/** Null for an execution without results, and for one that retention took them of: what was derived stands. */
export async function findDerivable(
  scope: Scope,
  executionId: string,
): Promise<DerivedExecution | null> {
  const [row] = await scope.database.query<DerivedExecution>(
    `SELECT id AS "executionId", project_id AS "projectId", week::text AS week, started_at AS "startedAt"
     FROM executions
     WHERE organization_id = $1
       AND id = $2
       AND results_expired_at IS NULL
       AND EXISTS (
         SELECT FROM results
         WHERE results.organization_id = $1
           AND results.execution_id = executions.id
           AND results.week = executions.week)
     -- An upload that ends meanwhile waits, and counts on from what is counted here.
     FOR NO KEY UPDATE`,
    [scope.organizationId, executionId],
    scope.transaction,
  );
  return row ?? null;
}

export interface StoredFailure {
  resultId: string;
  testId: string;
  status: ResultStatus;
  flaky: boolean;
  /** In their order; null where the result has no attempts of its own. */
  attempts: { status: ResultStatus; durationMs: number; error: TestError | null }[] | null;
}

/** The results in which something failed, with the first error of each of their attempts. */
export async function storedFailures(
  scope: Scope,
  { executionId, week }: DerivedExecution,
): Promise<StoredFailure[]> {
  return scope.database.query<StoredFailure>(
    `SELECT replace(results.id::text, '-', '') AS "resultId",
            replace(results.test_id::text, '-', '') AS "testId",
            results.status,
            results.flaky,
            (SELECT json_agg(
                      json_build_object(
                        'status', attempts.status,
                        'durationMs', attempts.duration_ms,
                        'error', texts.body::json -> 0)
                      ORDER BY attempts.index)
             FROM attempts
             LEFT JOIN texts ON texts.organization_id = $1
                            AND texts.id = attempts.errors_id
                            AND texts.week = $3
             WHERE attempts.organization_id = $1
               AND attempts.execution_id = $2
               AND attempts.result_id = results.id
               AND attempts.week = $3) AS attempts
     FROM results
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND (results.status IN ('failed', 'timedOut') OR results.flaky)`,
    [scope.organizationId, executionId, week],
    scope.transaction,
  );
}

/** Takes away what was derived from these results before. */
export async function forgetFailingResults(scope: Scope, executionId: string): Promise<void> {
  await scope.database.query(
    'DELETE FROM failing_results WHERE organization_id = $1 AND execution_id = $2',
    [scope.organizationId, executionId],
    scope.transaction,
  );
}

/** The execution's own counters, from its results. */
export async function recountExecution(
  scope: Scope,
  { executionId, week }: DerivedExecution,
): Promise<void> {
  await scope.database.query(
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
                WHERE status IN ('passed', 'failed', 'timedOut')), 0) AS duration_ms
       FROM results
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3
     ) AS counted
     WHERE executions.organization_id = $1 AND executions.id = $2`,
    [scope.organizationId, executionId, week],
    scope.transaction,
  );
}
