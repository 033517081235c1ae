import type { ComparedRun } from '@svc/analysis/compare/compare-executions';
import { pickWorstRuns } from '@svc/analysis/compare/worst-run';
import type { Scope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { StoredRun } from '../sides/differing-runs.queries.ts';
import { computeWeekBounds, type EarlierExecutions } from './earlier-executions.queries.ts';
import { isCountedRun } from '../../db/conditions/counted-runs.ts';

/** How a test ended in the newest of some executions that ran it. */
export interface EarlierOutcome {
  run: StoredRun;
  baseFrom: { executionId: string; number: number };
}

interface Row extends Omit<StoredRun, 'file' | 'variant'> {
  executionId: string;
}

/**
 * For each of these tests, its run in the newest of these executions in which it passed or failed. A test that ran in
 * none has no entry. Uses the index results_by_test, and reads one run per test.
 */
export async function listEarlierOutcomes(
  scope: Scope,
  { testIds, earlier }: { testIds: readonly string[]; earlier: EarlierExecutions },
): Promise<Map<string, EarlierOutcome>> {
  if (testIds.length === 0 || earlier.length === 0) return new Map();
  const weeks = computeWeekBounds(earlier);
  const rows = await scope.query<Row>(
    `WITH earlier AS MATERIALIZED (
       SELECT * FROM unnest($3::uuid[], $4::date[]) WITH ORDINALITY AS earlier (id, week, age)
     ), ran AS (
       SELECT results.test_id, earlier.id, earlier.week, earlier.age
       FROM results
       JOIN earlier ON earlier.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY ($2::uuid[])
         AND results.week BETWEEN $5::date AND $6::date
       GROUP BY results.test_id, earlier.id, earlier.week, earlier.age
       HAVING ${isCountedRun('results.status')}
     ), newest AS MATERIALIZED (
       SELECT DISTINCT ON (test_id) test_id, id, week
       FROM ran
       ORDER BY test_id, age
     )
     SELECT results.id AS "resultId",
            replace(results.test_id::text, '-', '') AS "testId",
            results.execution_id AS "executionId",
            results.status,
            results.flaky,
            results.last_attempt_ms AS "durationMs",
            results.line,
            results.owner,
            results.retries
     FROM newest
     JOIN results ON results.organization_id = $1
                 AND results.test_id = newest.test_id
                 AND results.execution_id = newest.id
                 AND results.week = newest.week
                 AND results.week BETWEEN $5::date AND $6::date
     ORDER BY results.id`,
    [
      scope.organizationId,
      toArrayLiteral(testIds),
      toArrayLiteral(earlier.map((execution) => execution.id)),
      toArrayLiteral(earlier.map((execution) => execution.week)),
      weeks.from,
      weeks.to,
    ],
  );
  const numbers = new Map(earlier.map(({ id, number }) => [id, number]));
  // The caller knows the tests' files already.
  const runs = pickWorstRuns(rows.map((row) => ({ ...row, file: '', variant: null })));
  return new Map(
    [...runs].map(([testId, { executionId, ...run }]) => {
      const number = numbers.get(executionId) ?? 0;
      return [testId, { run, baseFrom: { executionId, number } }];
    }),
  );
}

/**
 * Lists those of these tests that failed or timed out in one of the executions. Uses the index failing_results_by_test.
 */
export async function listTestsFailedEarlier(
  scope: Scope,
  { testIds, earlier }: { testIds: readonly ComparedRun['testId'][]; earlier: EarlierExecutions },
): Promise<Set<string>> {
  if (testIds.length === 0 || earlier.length === 0) return new Set();
  const rows = await scope.query<{ testId: string }>(
    `SELECT DISTINCT replace(failing_results.test_id::text, '-', '') AS "testId"
     FROM failing_results
     JOIN unnest($3::uuid[]) AS earlier (id) ON earlier.id = failing_results.execution_id
     WHERE failing_results.organization_id = $1
       AND failing_results.test_id = ANY ($2::uuid[])
       AND failing_results.status IN ('failed', 'timedOut')`,
    [
      scope.organizationId,
      toArrayLiteral(testIds),
      toArrayLiteral(earlier.map((execution) => execution.id)),
    ],
  );
  return new Set(rows.map((row) => row.testId));
}
