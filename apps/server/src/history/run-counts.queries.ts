import type { Database } from '../db/database.ts';
import { bindsOf, executionConditions, type ExecutionsFilter } from '../db/execution-conditions.ts';
import { plainArray } from '../db/plain-array.ts';
import type { WeekSpan } from './week-span.queries.ts';

/** A test's counted runs: executions in which it passed or failed. */
export interface RunCounts {
  testId: string;
  runs: number;
  failures: number;
  /** Of the last attempts; null without a counted run. */
  averageDurationMs: number | null;
}

/**
 * The counted runs of these tests in the executions that fit; a test without one is not among them.
 * Reads the index results_by_test alone, and the roll-up by day of what retention has taken.
 */
export async function countRuns(
  database: Database,
  organizationId: string,
  {
    filter,
    weeks,
    testIds,
  }: { filter: ExecutionsFilter; weeks: WeekSpan; testIds: readonly string[] },
): Promise<Map<string, RunCounts>> {
  if (testIds.length === 0) return new Map();
  const { bind, value } = bindsOf(organizationId);
  const tests = value(plainArray(testIds));
  const rows = await database.query<RunCounts>(
    `WITH matching AS MATERIALIZED (
       SELECT id
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), runs AS (
       SELECT results.test_id,
              results.execution_id,
              bool_or(results.status IN ('failed', 'timedOut')) AS failed,
              sum(results.last_attempt_ms) FILTER (WHERE results.status <> 'interrupted') AS duration_ms,
              count(*) FILTER (WHERE results.status <> 'interrupted') AS results
       FROM results
       JOIN matching ON matching.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY (${tests}::uuid[])
         AND results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}
         AND results.status <> 'skipped'
       GROUP BY results.test_id, results.execution_id
       -- An interruption is worse than a pass, so that such a run is no counted one.
       HAVING bool_or(results.status IN ('failed', 'timedOut'))
           OR NOT bool_or(results.status = 'interrupted')
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            count(*)::integer AS runs,
            count(*) FILTER (WHERE failed)::integer AS failures,
            round(sum(duration_ms) / sum(results))::float8 AS "averageDurationMs"
     FROM runs
     GROUP BY test_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.testId, row]));
}
