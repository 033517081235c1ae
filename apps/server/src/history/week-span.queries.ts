import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';

/** The partitions that contain the results of some executions, by their Mondays. */
export interface WeekSpan {
  from: string;
  to: string;
}

/**
 * The partitions of the matching executions' results; null when none matches. Used as `week BETWEEN` in a statement
 * on results, it excludes all other partitions.
 */
export async function findWeekSpan(
  scope: Scope,
  filter: ExecutionsFilter,
): Promise<WeekSpan | null> {
  const { bind, value } = createBinds(scope.organizationId);
  const [row] = await scope.query<{ from: string | null; to: string | null }>(
    // OFFSET 0: otherwise Postgres searches the oldest week through executions_by_week, and reads the rows of all
    // executions before the window.
    `SELECT min(week)::text AS "from", max(week)::text AS "to"
     FROM (
       SELECT week
       FROM executions
       WHERE ${executionConditions(filter, value)}
       OFFSET 0
     ) AS matching`,
    bind,
  );
  return row?.from == null || row.to === null ? null : { from: row.from, to: row.to };
}
