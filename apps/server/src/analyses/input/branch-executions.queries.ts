import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { CAN_SPEAK } from '../../db/conditions/execution-conditions.ts';
import type { Scope } from '../../db/scope.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';

/** An execution that counts for the branch of a judged execution. */
export interface EarlierBranchExecution {
  number: number;
  commit: string | null;
  status: ExecutionStatus;
}

// A branch that is red for longer than this is a known problem.
const EXECUTIONS_BACK = 200;

/**
 * The executions of the same branch and suite that count for the branch and began before this one, newest first, at
 * most 200. Executions without a branch belong together. Uses the index executions_newest_of_branch.
 */
export function listEarlierBranchExecutions(
  scope: Scope,
  { id, projectId, suite, branch, startedAt, fromCi }: JudgedExecution,
): Promise<EarlierBranchExecution[]> {
  const bind: unknown[] = [scope.organizationId, projectId, suite, startedAt, id, fromCi];
  if (branch !== null) bind.push(branch);
  return scope.query<EarlierBranchExecution>(
    `SELECT number, commit, status
     FROM executions
     WHERE organization_id = $1
       AND project_id = $2
       AND suite = $3
       AND (started_at, id) < ($4, $5)
       AND ${CAN_SPEAK}
       AND (from_ci OR NOT $6::boolean)
       AND ${branch === null ? 'md5(branch) IS NULL' : 'md5(branch) = md5($7) AND branch = $7'}
     ORDER BY started_at DESC, id DESC
     LIMIT ${EXECUTIONS_BACK}`,
    bind,
  );
}

/** How many executions of the branch that began before this one are analysed, at most 100. */
export async function countPreviousAnalyses(
  scope: Scope,
  { id, projectId, branch, startedAt }: JudgedExecution,
): Promise<number> {
  const bind: unknown[] = [scope.organizationId, projectId, startedAt, id];
  if (branch !== null) bind.push(branch);
  const [row] = await scope.query<{ count: number }>(
    `SELECT count(*)::integer AS count
     FROM (
       SELECT DISTINCT analyses.execution_id
       FROM analyses
       CROSS JOIN LATERAL (
         SELECT 1
         FROM executions
         WHERE executions.organization_id = $1
           AND executions.id = analyses.execution_id
           AND (executions.started_at, executions.id) < ($3, $4)
         OFFSET 0) AS earlier
       WHERE analyses.organization_id = $1
         AND analyses.project_id = $2
         AND ${branch === null ? 'md5(analyses.branch) IS NULL' : 'md5(analyses.branch) = md5($5) AND analyses.branch = $5'}
       LIMIT 100
     ) AS analysed`,
    bind,
  );
  return row?.count ?? 0;
}
