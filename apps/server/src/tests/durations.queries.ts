import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { OUTCOME_OF_RESULTS } from '../history/recent-runs.queries.ts';
import type { WeekSpan } from '../history/week-span.queries.ts';
import { isCountedOutcome } from '../db/conditions/counted-runs.ts';

/** A test's duration in one execution in which it passed or failed. */
export interface DurationPoint {
  executionId: string;
  at: Date;
  durationMs: number;
  status: ResultStatus;
}

export interface StoredDurations {
  p50Ms: number | null;
  p95Ms: number | null;
  /** Oldest first. */
  points: DurationPoint[];
}

// The number of points that fit into a chart.
const NEWEST_POINTS = 200;

/**
 * The durations of a test's counted runs in the matching executions: of the last attempt, and if an execution has
 * several results, the longest of the worst ones, as in `worstRuns` of analysis. Percentiles use linear
 * interpolation, halves rounded up.
 */
export async function readTestDurations(
  scope: Scope,
  { filter, weeks, testId }: { filter: ExecutionsFilter; weeks: WeekSpan; testId: string },
): Promise<StoredDurations> {
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<DurationPoint & { p50Ms: number; p95Ms: number }>(
    `WITH matching AS MATERIALIZED (
       SELECT id, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), runs AS (
       SELECT matching.id,
              matching.started_at,
              (array_agg(results.last_attempt_ms ORDER BY
                 CASE results.status
                   WHEN 'failed' THEN 1 WHEN 'timedOut' THEN 1 WHEN 'interrupted' THEN 2
                   WHEN 'passed' THEN 3 ELSE 4 END,
                 results.last_attempt_ms DESC))[1] AS duration_ms,
              ${OUTCOME_OF_RESULTS} AS outcome
       FROM results
       JOIN matching ON matching.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ${value(testId)}
         AND results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}
       GROUP BY matching.id, matching.started_at
     ), counted_runs AS (
       SELECT * FROM runs WHERE ${isCountedOutcome('outcome')}
     ), percentiles AS (
       SELECT percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY duration_ms) AS at
       FROM counted_runs
     )
     SELECT counted_runs.id AS "executionId",
            counted_runs.started_at AS at,
            counted_runs.duration_ms AS "durationMs",
            CASE counted_runs.outcome WHEN 'flaky' THEN 'passed' ELSE counted_runs.outcome END AS status,
            floor(percentiles.at[1] + 0.5)::integer AS "p50Ms",
            floor(percentiles.at[2] + 0.5)::integer AS "p95Ms"
     FROM counted_runs, percentiles
     ORDER BY counted_runs.started_at DESC, counted_runs.id DESC
     LIMIT ${NEWEST_POINTS}`,
    bind,
  );
  return {
    p50Ms: rows[0]?.p50Ms ?? null,
    p95Ms: rows[0]?.p95Ms ?? null,
    points: rows.toReversed(),
  };
}
