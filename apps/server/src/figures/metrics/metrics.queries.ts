import type { Scope } from '../../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../../db/conditions/execution-conditions.ts';
import { wallTime } from '../../db/conditions/wall-time.ts';

/** Sums over the executions of a period. Fields without `executions` in their name are about results. */
export interface PeriodSums {
  /** Includes running executions. */
  executions: number;
  executionsPassed: number;
  executionsFailed: number;
  executionsInterrupted: number;
  results: number;
  passed: number;
  /** Failed or timed out. */
  failed: number;
  skipped: number;
  flaky: number;
  /** The mean duration of the last attempts of results that passed or failed. */
  resultAverageMs: number | null;
  executionAverageMs: number | null;
  executionP50Ms: number | null;
  executionP95Ms: number | null;
  totalMs: number;
}

/** Sums up all matching executions. If there are no further filters, reads only the index executions_newest. */
export async function sumUpPeriod(scope: Scope, filter: ExecutionsFilter): Promise<PeriodSums> {
  const { bind, value } = createBinds(scope.organizationId);
  const [row] = await scope.query<PeriodSums>(
    `SELECT count(*)::integer AS executions,
            count(*) FILTER (WHERE status = 'passed')::integer AS "executionsPassed",
            count(*) FILTER (WHERE status = 'failed')::integer AS "executionsFailed",
            count(*) FILTER (WHERE status = 'interrupted')::integer AS "executionsInterrupted",
            coalesce(sum(passed + failed + timed_out + skipped + interrupted), 0)::float8 AS results,
            coalesce(sum(passed), 0)::float8 AS passed,
            coalesce(sum(failed + timed_out), 0)::float8 AS failed,
            coalesce(sum(skipped), 0)::float8 AS skipped,
            coalesce(sum(flaky), 0)::float8 AS flaky,
            floor(sum(counted_duration_ms)::float8 / nullif(sum(passed + failed + timed_out), 0) + 0.5)
              AS "resultAverageMs",
            ${wallTime.averageMs} AS "executionAverageMs",
            ${wallTime.p50Ms} AS "executionP50Ms",
            ${wallTime.p95Ms} AS "executionP95Ms",
            coalesce(${wallTime.totalMs}, 0) AS "totalMs"
     FROM executions
     WHERE ${executionConditions(filter, value)}`,
    bind,
  );
  if (row === undefined) throw new Error('an aggregate without groups has one row');
  return row;
}
