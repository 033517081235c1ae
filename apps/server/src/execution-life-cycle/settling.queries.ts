import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { Transaction } from '../db/statements.ts';

export interface SettledExecution {
  organizationId: string;
  executionId: string;
  number: number;
  project: string;
  status: ExecutionStatus;
  revision: number;
}

/** Settles the executions that are due, the longest due first, and counts up their revisions. Skips locked ones. */
export async function settleDueExecutions(
  transaction: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<SettledExecution[]> {
  return transaction.query<SettledExecution>(
    `WITH due AS (
       SELECT organization_id, id
       FROM executions
       WHERE settle_at <= $1
       ORDER BY settle_at
       LIMIT $2
       FOR NO KEY UPDATE SKIP LOCKED
     )
     UPDATE executions
     SET settle_at = NULL, settled_at = $1, revision = revision + 1
     FROM due
     JOIN projects ON projects.organization_id = due.organization_id
     WHERE executions.organization_id = due.organization_id
       AND executions.id = due.id
       AND projects.id = executions.project_id
     RETURNING executions.organization_id AS "organizationId",
               executions.id AS "executionId",
               executions.number,
               projects.name AS project,
               executions.status,
               executions.revision`,
    [now, limit],
  );
}
