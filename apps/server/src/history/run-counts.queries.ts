import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { WeekSpan } from './week-span.queries.ts';
import { isCountedRun, isVerdict } from '../db/conditions/counted-runs.ts';

/** A test's counted runs: executions in which it passed or failed. */
export interface RunCounts {
  testId: string;
  runs: number;
  failures: number;
  /** The mean of the last attempts; null without a counted run. */
  averageDurationMs: number | null;
}

/**
 * The counted runs of these tests in the matching executions; a test without one is missing. Reads only the index
 * results_by_test, and the daily roll-up of deleted results.
 */
export async function countRuns(
  scope: Scope,
  {
    filter,
    weeks,
    testIds,
  }: { filter: ExecutionsFilter; weeks: WeekSpan; testIds: readonly string[] },
): Promise<Map<string, RunCounts>> {
  if (testIds.length === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const tests = value(toArrayLiteral(testIds));
  const rows = await scope.query<RunCounts>(
    `WITH matching AS MATERIALIZED (
       SELECT id
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), runs AS (
       SELECT results.test_id,
              results.execution_id,
              bool_or(results.status IN ('failed', 'timedOut')) AS failed,
              sum(results.last_attempt_ms) FILTER (WHERE ${isVerdict('results.status')}) AS duration_ms,
              count(*) FILTER (WHERE ${isVerdict('results.status')}) AS results
       FROM results
       JOIN matching ON matching.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY (${tests}::uuid[])
         AND results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}
         AND results.status <> 'skipped'
       GROUP BY results.test_id, results.execution_id
       HAVING ${isCountedRun('results.status')}
     ), counted AS (
       SELECT test_id, 1 AS runs, failed::integer AS failures, duration_ms, results AS durations
       FROM runs
       UNION ALL
       SELECT test_days.test_id, runs, failures, duration_ms, durations
       FROM test_days
       WHERE ${dayConditions(filter, { tests, value })}
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            sum(runs)::integer AS runs,
            sum(failures)::integer AS failures,
            round(sum(duration_ms) / sum(durations))::float8 AS "averageDurationMs"
     FROM counted
     GROUP BY test_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.testId, row]));
}

/**
 * The conditions on the daily roll-up of deleted results. Every day that overlaps the window counts, so that no test
 * has fewer runs than flaky runs.
 */
export function dayConditions(
  { from, to, project, branch, framework, environment, source, withoutCi = [] }: ExecutionsFilter,
  { tests, value }: { tests: string; value: BindValue },
): string {
  const conditions = [
    'test_days.organization_id = $1',
    `test_days.test_id = ANY (${tests}::uuid[])`,
    `test_days.day >= (${value(from)}::timestamptz AT TIME ZONE 'UTC')::date`,
    `test_days.day < ${value(to)}::timestamptz AT TIME ZONE 'UTC'`,
  ];
  if (project !== undefined) {
    conditions.push(`EXISTS (
      SELECT 1 FROM tests
      JOIN projects ON projects.organization_id = $1 AND projects.id = tests.project_id
      WHERE tests.organization_id = $1 AND tests.id = test_days.test_id
        AND projects.name = ${value(project)})`);
  }
  if (branch !== undefined) conditions.push(`test_days.branch = ${value(branch)}`);
  if (framework !== undefined) conditions.push(`test_days.framework = ${value(framework)}`);
  if (environment !== undefined) {
    conditions.push(`test_days.environment_name = ${value(environment)}`);
  }
  if (source === 'ci' && withoutCi.length === 0) conditions.push('test_days.from_ci');
  if (source === 'ci' && withoutCi.length > 0) {
    conditions.push(`(test_days.from_ci OR EXISTS (
      SELECT 1 FROM tests
      WHERE tests.organization_id = $1 AND tests.id = test_days.test_id
        AND tests.project_id = ANY (${value(toArrayLiteral(withoutCi))}::uuid[])))`);
  }
  if (source === 'local') conditions.push('NOT test_days.from_ci');
  return conditions.join('\n         AND ');
}
