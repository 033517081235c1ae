import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { Scope } from '../../../db/scope.ts';
import { SPEAKS_BESIDE_HEAD } from '../../../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../../../db/connections/plain-array.ts';

export interface BranchExecution {
  id: string;
  week: string;
  commit: string | null;
  startedAt: Date;
  status: ExecutionStatus;
  /** The run or its files failed, without a failing test. */
  failedWithoutTest: boolean;
}

// A branch that is red for longer than this is a known problem.
export const EXECUTIONS_BACK = 50;

/**
 * Lists, by id of each of these executions, the execution and the earlier ones of its branch and suite that count for
 * the branch, newest first. Uses the index executions_newest_of_branch.
 */
export async function listBranchExecutions(
  scope: Scope,
  executionIds: readonly string[],
): Promise<Map<string, BranchExecution[]>> {
  if (executionIds.length === 0) return new Map();
  const rows = await scope.query<BranchExecution & { headId: string }>(
    `SELECT head.id AS "headId",
            earlier.id,
            earlier.week::text AS week,
            earlier.commit,
            earlier.started_at AS "startedAt",
            earlier.status,
            earlier.status = 'failed' AND earlier.failed + earlier.timed_out = 0 AS "failedWithoutTest"
     FROM executions AS head
     CROSS JOIN LATERAL (
       (SELECT *
        FROM executions
        WHERE organization_id = $1
          AND md5(branch) = md5(head.branch)
          AND branch = head.branch
          AND ${UNTIL_HEAD}
        ORDER BY started_at DESC, id DESC
        LIMIT ${EXECUTIONS_BACK})
       UNION ALL
       (SELECT *
        FROM executions
        WHERE organization_id = $1
          AND head.branch IS NULL
          AND branch IS NULL
          AND ${UNTIL_HEAD}
        ORDER BY started_at DESC, id DESC
        LIMIT ${EXECUTIONS_BACK})
     ) AS earlier
     WHERE head.organization_id = $1
       AND head.id = ANY ($2::uuid[])
     ORDER BY earlier.started_at DESC, earlier.id DESC`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return Map.groupBy(rows, (row) => row.headId);
}

const UNTIL_HEAD = `project_id = head.project_id
          AND suite = head.suite
          AND ${SPEAKS_BESIDE_HEAD}
          AND (started_at, id) <= (head.started_at, head.id)`;
