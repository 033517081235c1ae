import type { Scope } from '../../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../../db/conditions/execution-conditions.ts';
import { searchConditions, type SearchFilter } from '../../db/conditions/search-conditions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { wallTime } from '../../db/conditions/wall-time.ts';

/** Sums over the executions of a bucket. Fields without `executions` in their name are about results. */
export interface BucketSums {
  executions: number;
  executionsPassed: number;
  executionsFailed: number;
  executionsInterrupted: number;
  passed: number;
  /** Failed or timed out. */
  failed: number;
  skipped: number;
  flaky: number;
  executionAverageMs: number | null;
  executionP50Ms: number | null;
}

/**
 * Sums up the matching executions by the bucket in which they began: the bucket with the last of `starts` (ascending)
 * at or before. Keys are indexes into `starts`; a bucket without executions has none. If there are no further filters,
 * reads only the index executions_newest.
 */
export async function sumUpBuckets(
  scope: Scope,
  { filter, starts }: { filter: ExecutionsFilter & SearchFilter; starts: readonly Date[] },
): Promise<Map<number, BucketSums>> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = [executionConditions(filter, value), ...searchConditions(filter, value)];
  const boundaries = value(toArrayLiteral(starts.map((start) => start.toISOString())));
  const rows = await scope.query<BucketSums & { bucket: number }>(
    `SELECT width_bucket(executions.started_at, ${boundaries}::timestamptz[]) - 1 AS bucket,
            count(*)::integer AS executions,
            count(*) FILTER (WHERE status = 'passed')::integer AS "executionsPassed",
            count(*) FILTER (WHERE status = 'failed')::integer AS "executionsFailed",
            count(*) FILTER (WHERE status = 'interrupted')::integer AS "executionsInterrupted",
            sum(passed)::float8 AS passed,
            sum(failed + timed_out)::float8 AS failed,
            sum(skipped)::float8 AS skipped,
            sum(flaky)::float8 AS flaky,
            ${wallTime.averageMs} AS "executionAverageMs",
            ${wallTime.p50Ms} AS "executionP50Ms"
     FROM executions
     WHERE ${conditions.join('\n       AND ')}
     GROUP BY bucket`,
    bind,
  );
  return new Map(rows.map(({ bucket, ...sums }) => [bucket, sums]));
}
