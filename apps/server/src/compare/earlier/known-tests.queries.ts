import type { Scope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import { computeWeekBounds, type EarlierExecutions } from './earlier-executions.queries.ts';

/**
 * Lists the known ones of these tests: one of the executions ran them, or, where retention left only days, the base's
 * branch did before the base's day. Looks each test up in the index results_by_test and stops at the first matching
 * execution.
 */
export async function listKnownTests(
  scope: Scope,
  {
    testIds,
    base,
    earlier,
  }: { testIds: readonly string[]; base: ExecutionRow; earlier: EarlierExecutions },
): Promise<Set<string>> {
  if (testIds.length === 0) return new Set();
  const weeks = computeWeekBounds(earlier);
  const rows = await scope.query<{ testId: string }>(
    `SELECT replace(wanted.test_id::text, '-', '') AS "testId"
     FROM unnest($2::uuid[]) AS wanted (test_id)
     CROSS JOIN LATERAL (
       SELECT 1
       FROM results
       WHERE results.organization_id = $1
         AND results.test_id = wanted.test_id
         AND results.execution_id = ANY ($3::uuid[])
         AND results.week BETWEEN $4::date AND $5::date
       LIMIT 1
     ) AS found
     UNION
     SELECT replace(test_days.test_id::text, '-', '')
     FROM test_days
     WHERE test_days.organization_id = $1
       AND test_days.test_id = ANY ($2::uuid[])
       AND test_days.day < ($6::timestamptz AT TIME ZONE 'UTC')::date
       AND test_days.branch IS NOT DISTINCT FROM $7`,
    [
      scope.organizationId,
      toArrayLiteral(testIds),
      toArrayLiteral(earlier.map((execution) => execution.id)),
      weeks.from,
      weeks.to,
      base.startedAt,
      base.git.branch ?? null,
    ],
  );
  return new Set(rows.map((row) => row.testId));
}
