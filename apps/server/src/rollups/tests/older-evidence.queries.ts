import { isExecutionWithId } from '../../db/conditions/look-ups.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { IS_INFRASTRUCTURE } from '../../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

/** The newest evidence of a test before a time, and how the test did until then. */
export interface OlderEvidence {
  testId: string;
  /** Time in milliseconds since 1970. */
  at: number;
  /**
   * The executions of the project and framework up to the evidence, oldest first: `x` where the test failed or was
   * flaky, `.` elsewhere. They are not the test's runs, because those are not found without reading all of them; most
   * executions run every test. Filtered and otherwise partial executions are left out.
   */
  executions: string;
}

/**
 * Reads the newest flaky run of each test in executions that began before `before`, in milliseconds since 1970, with
 * the `limit` executions of the project up to it. A test without one is missing.
 */
export async function listOlderEvidence(
  scope: TransactionScope,
  tests: readonly { testId: string; projectId: string; before: number }[],
  limit: number,
): Promise<OlderEvidence[]> {
  if (tests.length === 0) return [];
  return scope.query<OlderEvidence>(
    `SELECT replace(asked.id::text, '-', '') AS "testId",
            (extract(epoch FROM newest.started_at) * 1000)::float8 AS at,
            before.executions
     FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS asked (id, project_id, before)
     CROSS JOIN LATERAL (
       SELECT executions.started_at, executions.id, executions.framework
       FROM failing_results
       JOIN executions ON ${isExecutionWithId('failing_results.execution_id')}
       WHERE failing_results.organization_id = $1
         AND failing_results.test_id = asked.id
         AND failing_results.flaky_run_wasted_ms IS NOT NULL
         AND executions.started_at < asked.before
       ORDER BY executions.started_at DESC, executions.id DESC
       LIMIT 1
     ) AS newest
     CROSS JOIN LATERAL (
       SELECT string_agg(CASE WHEN recent.had_event THEN 'x' ELSE '.' END, ''
                         ORDER BY recent.started_at, recent.id) AS executions
       FROM (
         SELECT id, started_at,
                NOT ${IS_INFRASTRUCTURE} AND EXISTS (
                  SELECT 1 FROM failing_results
                  WHERE failing_results.organization_id = $1
                    AND failing_results.execution_id = executions.id
                    AND failing_results.test_id = asked.id
                    AND (failing_results.flaky_run_wasted_ms IS NOT NULL
                      OR failing_results.status IN ('failed', 'timedOut'))) AS had_event
         FROM executions
         WHERE organization_id = $1
           AND project_id = asked.project_id
           AND (started_at, id) <= (newest.started_at, newest.id)
           AND number IS NOT NULL
           AND framework = newest.framework
           AND partial = '{}'
         ORDER BY started_at DESC, id DESC
         LIMIT $5
       ) AS recent
     ) AS before`,
    [
      scope.organizationId,
      toArrayLiteral(tests.map((test) => test.testId)),
      toArrayLiteral(tests.map((test) => test.projectId)),
      toArrayLiteral(tests.map((test) => new Date(test.before).toISOString())),
      limit,
    ],
  );
}
