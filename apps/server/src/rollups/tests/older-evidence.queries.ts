import type { TransactionScope } from '../../db/scope.ts';
import { plainArray } from '../../db/connections/plain-array.ts';

/** The newest flaky run of each test in executions that began before a time. All times in milliseconds since 1970. */
export async function newestEvidenceBefore(
  scope: TransactionScope,
  tests: readonly { testId: string; before: number }[],
): Promise<Map<string, number>> {
  if (tests.length === 0) return new Map();
  const rows = await scope.query<{ testId: string; at: number }>(
    `SELECT replace(asked.id::text, '-', '') AS "testId",
            (extract(epoch FROM newest.started_at) * 1000)::float8 AS at
     FROM unnest($2::uuid[], $3::timestamptz[]) AS asked (id, before)
     CROSS JOIN LATERAL (
       SELECT max(executions.started_at) AS started_at
       FROM failing_results
       JOIN executions ON executions.organization_id = $1
                      AND executions.id = failing_results.execution_id
       WHERE failing_results.organization_id = $1
         AND failing_results.test_id = asked.id
         AND failing_results.flaky_run_wasted_ms IS NOT NULL
         AND executions.started_at < asked.before
     ) AS newest
     WHERE newest.started_at IS NOT NULL`,
    [
      scope.organizationId,
      plainArray(tests.map((test) => test.testId)),
      plainArray(tests.map((test) => new Date(test.before).toISOString())),
    ],
  );
  return new Map(rows.map(({ testId, at }) => [testId, at]));
}
