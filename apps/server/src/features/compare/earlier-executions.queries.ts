import type { Database } from '../../db/database.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';

/** Newest first. */
export type EarlierExecutions = readonly { id: string; week: string }[];

/**
 * The newest executions of the base's branch that began before the base. Executions that told no
 * branch belong together. Walks the index executions_newest_of_branch.
 */
export async function earlierExecutions(
  database: Database,
  organizationId: string,
  { base, limit }: { base: ExecutionRow; limit: number },
): Promise<EarlierExecutions> {
  const { branch } = base.git;
  const bind: unknown[] = [organizationId, base.projectId, base.startedAt, base.id, limit];
  if (branch !== undefined) bind.push(branch);
  return database.query<{ id: string; week: string }>(
    `SELECT id, week::text AS week
     FROM executions
     WHERE organization_id = $1
       AND project_id = $2
       AND number IS NOT NULL
       AND (started_at, id) < ($3, $4)
       AND ${branch === undefined ? 'md5(branch) IS NULL' : 'md5(branch) = md5($6) AND branch = $6'}
     ORDER BY started_at DESC, id DESC
     LIMIT $5`,
    bind,
  );
}

/** The partitions of their results: as bounds of `week`, they spare all others. Null: there are none. */
export function weeksOf(executions: EarlierExecutions): Record<'from' | 'to', string | null> {
  const weeks = executions.map((execution) => execution.week).toSorted();
  return { from: weeks[0] ?? null, to: weeks.at(-1) ?? null };
}
