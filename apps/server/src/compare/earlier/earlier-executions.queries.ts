import type { Scope } from '../../db/scope.ts';
import {
  createBinds,
  SPEAKS_FROM_CI,
  SPEAKS_WITHOUT_CI,
} from '../../db/conditions/execution-conditions.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';

/** Newest first. */
export type EarlierExecutions = readonly { id: string; number: number; week: string }[];

/**
 * The newest executions of the base's branch that began before the base. Executions without a branch belong together.
 * Uses the index executions_newest_of_branch.
 */
export async function listEarlierExecutions(
  scope: Scope,
  { base, limit }: { base: ExecutionRow; limit: number },
): Promise<EarlierExecutions> {
  const { branch } = base.git;
  const bind: unknown[] = [scope.organizationId, base.projectId, base.startedAt, base.id, limit];
  if (branch !== undefined) bind.push(branch);
  return scope.query<EarlierExecutions[number]>(
    `SELECT id, number, week::text AS week
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

const SPEAKING_DAYS = 30;

/**
 * The newest executions of the 30 days before the base that count for its branch, without the head. In a project
 * without executions from CI, local ones count. Uses the index executions_speaking_of_branch, or
 * executions_newest_of_branch when local ones count.
 */
export async function listSpeakingBefore(
  scope: Scope,
  { base, headId, limit }: { base: ExecutionRow; headId: string; limit: number },
): Promise<EarlierExecutions> {
  const from = new Date(base.startedAt.getTime() - SPEAKING_DAYS * 24 * 60 * 60 * 1000);
  const speaking = (speaks: string) => {
    const { bind, value } = createBinds(scope.organizationId);
    const branch = base.git.branch === undefined ? null : value(base.git.branch);
    return scope.query<EarlierExecutions[number]>(
      `SELECT id, number, week::text AS week
       FROM executions
       WHERE organization_id = $1
         AND project_id = ${value(base.projectId)}
         AND ${speaks}
         AND started_at >= ${value(from)}
         AND (started_at, id) < (${value(base.startedAt)}, ${value(base.id)})
         AND id <> ${value(headId)}
         AND results_expired_at IS NULL
         AND ${branch === null ? 'md5(branch) IS NULL' : `md5(branch) = md5(${branch}) AND branch = ${branch}`}
       ORDER BY started_at DESC, id DESC
       LIMIT ${value(limit)}`,
      bind,
    );
  };
  const ofCi = await speaking(SPEAKS_FROM_CI);
  if (ofCi.length > 0) return ofCi;
  return speaking(SPEAKS_WITHOUT_CI);
}

/**
 * The first and the last week of their results, as bounds of `week` that skip all other partitions. Null: there are
 * none.
 */
export function computeWeekBounds(
  executions: EarlierExecutions,
): Record<'from' | 'to', string | null> {
  const weeks = executions.map((execution) => execution.week).toSorted();
  return { from: weeks[0] ?? null, to: weeks.at(-1) ?? null };
}
