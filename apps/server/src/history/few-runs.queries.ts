import { MIN_RUNS } from '@svc/contract/executions/outcomes';
import { isExecutionWithId } from '../db/conditions/look-ups.ts';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import { isVerdict } from '../db/conditions/counted-runs.ts';

/**
 * The condition that a test has had fewer than 5 runs, ever, in which it passed or failed. Reads the index
 * results_by_test up to the fifth run, then the days that retention left.
 */
export const HAS_FEW_RUNS = `(
  SELECT count(*)
  FROM (
    SELECT DISTINCT results.execution_id
    FROM results
    -- The results of a deleted project are erased after its executions.
    JOIN executions ON ${isExecutionWithId('results.execution_id')}
    WHERE results.organization_id = $1
      AND results.test_id = tests.id
      AND ${isVerdict('results.status')}
    LIMIT ${MIN_RUNS}
  ) AS runs) + (
  SELECT coalesce(sum(test_days.runs), 0)
  FROM test_days
  WHERE test_days.organization_id = $1 AND test_days.test_id = tests.id) < ${MIN_RUNS}`;

/** Lists those of these tests that have few runs. */
export async function listTestsWithFewRuns(
  scope: Scope,
  testIds: readonly string[],
): Promise<Set<string>> {
  if (testIds.length === 0) return new Set();
  const rows = await scope.query<{ testId: string }>(
    `SELECT replace(tests.id::text, '-', '') AS "testId"
     FROM tests
     WHERE tests.organization_id = $1 AND tests.id = ANY ($2::uuid[]) AND ${HAS_FEW_RUNS}`,
    [scope.organizationId, toArrayLiteral(testIds)],
  );
  return new Set(rows.map((row) => row.testId));
}
