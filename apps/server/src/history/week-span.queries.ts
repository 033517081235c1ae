import type { Database } from '../db/database.ts';
import { bindsOf, executionConditions, type ExecutionsFilter } from '../db/execution-conditions.ts';

/** The partitions, by their Mondays, in which the results of some executions lie. */
export interface WeekSpan {
  from: string;
  to: string;
}

/**
 * Where the results of the executions that fit lie; null when none fits. Bound to a statement on
 * results as `week BETWEEN`, it spares all other partitions.
 */
export async function weekSpan(
  database: Database,
  organizationId: string,
  filter: ExecutionsFilter,
): Promise<WeekSpan | null> {
  const { bind, value } = bindsOf(organizationId);
  const [row] = await database.query<{ from: string | null; to: string | null }>(
    `SELECT min(week)::text AS "from", max(week)::text AS "to"
     FROM executions
     WHERE ${executionConditions(filter, value)}`,
    bind,
  );
  return row?.from == null || row.to === null ? null : { from: row.from, to: row.to };
}
