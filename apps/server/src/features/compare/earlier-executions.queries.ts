import type { Database } from '../../db/database.ts';
import { bindsOf } from '../../db/execution-conditions.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';

/** Newest first. */
export type EarlierExecutions = readonly { id: string; week: string }[];

/**
 * The newest executions of the base's branch that began before the base, without the head, which may
 * be one of them. Executions that told no branch belong together. Walks the index
 * executions_newest_of_branch.
 */
export async function earlierExecutions(
  database: Database,
  organizationId: string,
  { base, head, limit }: { base: ExecutionRow; head: ExecutionRow; limit: number },
): Promise<EarlierExecutions> {
  const { bind, value } = bindsOf(organizationId);
  const { branch } = base.git;
  const place = branch === undefined ? null : value(branch);
  return database.query<{ id: string; week: string }>(
    `SELECT id, week::text AS week
     FROM executions
     WHERE organization_id = $1
       AND project_id = ${value(base.projectId)}
       AND number IS NOT NULL
       AND (started_at, id) < (${value(base.startedAt)}, ${value(base.id)})
       AND id <> ${value(head.id)}
       AND ${place === null ? 'md5(branch) IS NULL' : `md5(branch) = md5(${place}) AND branch = ${place}`}
     ORDER BY started_at DESC, id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}

/** The partitions of their results: as bounds of `week`, they spare all others. Null: there are none. */
export function weeksOf(executions: EarlierExecutions): Record<'from' | 'to', string | null> {
  const weeks = executions.map((execution) => execution.week).toSorted();
  return { from: weeks[0] ?? null, to: weeks.at(-1) ?? null };
}
