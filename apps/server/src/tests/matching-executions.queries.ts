import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import type { WeekSpan } from '../history/week-span.queries.ts';

/** Facts about the matching executions that need no results. */
export interface MatchingExecutions {
  weeks: WeekSpan;
  /** Their total number of results. */
  results: number;
  projectIds: string[];
}

/** Null when no execution matches. */
export async function findMatchingExecutions(
  scope: Scope,
  filter: ExecutionsFilter,
): Promise<MatchingExecutions | null> {
  const { bind, value } = createBinds(scope.organizationId);
  const [row] = await scope.query<{
    from: string | null;
    to: string | null;
    results: number;
    projectIds: string[];
  }>(
    `SELECT min(week)::text AS "from",
            max(week)::text AS "to",
            sum(passed + failed + timed_out + skipped + interrupted)::float8 AS results,
            array_agg(DISTINCT project_id) AS "projectIds"
     FROM executions
     WHERE ${executionConditions(filter, value)}`,
    bind,
  );
  if (row?.from == null || row.to === null) return null;
  const { from, to, results, projectIds } = row;
  return { weeks: { from, to }, results, projectIds };
}
