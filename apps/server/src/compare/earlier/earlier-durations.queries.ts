import type { Scope } from '../../db/scope.ts';
import { toArrayLiteral, parseArrayLiteral } from '../../db/connections/plain-array.ts';
import { computeWeekBounds, type EarlierExecutions } from './earlier-executions.queries.ts';

/**
 * The durations of each test in the executions where it passed, in milliseconds, unordered; a test that never passed
 * has no entry. If a test has several results in an execution, the longest counts. Reads only the index
 * results_by_test.
 */
export async function listEarlierDurations(
  scope: Scope,
  { testIds, earlier }: { testIds: readonly string[]; earlier: EarlierExecutions },
): Promise<Map<string, number[]>> {
  if (testIds.length === 0 || earlier.length === 0) return new Map();
  const weeks = computeWeekBounds(earlier);
  const rows = await scope.query<{ testId: string; durationsMs: string }>(
    `WITH passed_runs AS (
       SELECT results.test_id,
              max(results.last_attempt_ms) FILTER (WHERE results.status = 'passed') AS duration_ms
       FROM unnest($3::uuid[]) AS earlier (execution_id)
       JOIN results ON results.execution_id = earlier.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY ($2::uuid[])
         AND results.week BETWEEN $4::date AND $5::date
       GROUP BY results.test_id, results.execution_id
       HAVING bool_and(results.status IN ('passed', 'skipped'))
          AND bool_or(results.status = 'passed')
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            array_agg(duration_ms)::text AS "durationsMs"
     FROM passed_runs
     GROUP BY test_id`,
    [
      scope.organizationId,
      toArrayLiteral(testIds),
      toArrayLiteral(earlier.map((execution) => execution.id)),
      weeks.from,
      weeks.to,
    ],
  );
  return new Map(
    rows.map(({ testId, durationsMs }) => [testId, parseArrayLiteral(durationsMs).map(Number)]),
  );
}
