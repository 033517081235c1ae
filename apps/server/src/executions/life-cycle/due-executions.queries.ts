import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { Database } from '../../db/connections/database.ts';
import type { ExecutionFacts } from './execution-state.ts';

export interface DueExecution {
  organizationId: string;
  executionId: string;
}

/** Executions due for review, of every organization or of one, the longest due first. Reads executions_to_carry. */
export function listDueExecutions(
  database: Database,
  { organizationId, now, limit }: { organizationId: string | null; now: Date; limit: number },
): Promise<DueExecution[]> {
  return database.query<DueExecution>(
    `SELECT organization_id AS "organizationId", id AS "executionId"
     FROM executions
     WHERE carry_at <= $1 AND ($3::uuid IS NULL OR organization_id = $3)
     ORDER BY carry_at
     LIMIT $2`,
    [now, limit, organizationId],
  );
}

export interface WaitingExecution extends Omit<ExecutionFacts, 'shards' | 'counts'> {
  status: ExecutionStatus;
  attempt: number;
  previousAttemptId: string | null;
  merged: boolean;
  carried: number;
  /** When its newest part arrived. */
  receivedAt: Date;
  failed: number;
  timedOut: number;
}

/**
 * Locks the execution against uploads. Returns null when it is no longer due, or when another server or an upload
 * holds it.
 */
export async function lockDueExecution(
  scope: TransactionScope,
  executionId: string,
  now: Date,
): Promise<WaitingExecution | null> {
  const [row] = await scope.query<WaitingExecution>(
    `SELECT status,
            attempt,
            previous_attempt_id AS "previousAttemptId",
            merged,
            shards_carried AS carried,
            (SELECT max(received_at)
             FROM execution_uploads
             WHERE execution_uploads.organization_id = $1
               AND execution_uploads.execution_id = executions.id) AS "receivedAt",
            failed,
            timed_out AS "timedOut",
            errors <> '[]' AS "hasRunErrors",
            has_file_errors AS "hasFileErrors",
            failed_reported AS "failedReported",
            interrupted_reported AS "interruptedReported"
     FROM executions
     WHERE organization_id = $1 AND id = $2 AND number IS NOT NULL AND carry_at <= $3
     FOR NO KEY UPDATE OF executions SKIP LOCKED`,
    [scope.organizationId, executionId, now],
  );
  return row ?? null;
}

/** Postpones the review of an execution whose review failed, so that others go first. */
export async function putOffReview(scope: Scope, executionId: string, until: Date): Promise<void> {
  await scope.query(`UPDATE executions SET carry_at = $3 WHERE organization_id = $1 AND id = $2`, [
    scope.organizationId,
    executionId,
    until,
  ]);
}

/** Running executions without an upload since `before`, of every organization or of one, the longest waiting first. */
export function listWaitingExecutions(
  database: Database,
  { organizationId, before, limit }: { organizationId: string | null; before: Date; limit: number },
): Promise<DueExecution[]> {
  return database.query<DueExecution>(
    `SELECT organization_id AS "organizationId", id AS "executionId"
     FROM executions
     WHERE status = 'running' AND number IS NOT NULL AND updated_at < $1
       AND ($3::uuid IS NULL OR organization_id = $3)
     ORDER BY updated_at
     LIMIT $2`,
    [before, limit, organizationId],
  );
}

/** Locks an execution that still waits. False when an upload came meanwhile, or holds it. */
export async function lockWaitingExecution(
  scope: TransactionScope,
  executionId: string,
  before: Date,
): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1
     FROM executions
     WHERE organization_id = $1 AND id = $2 AND status = 'running' AND updated_at < $3
     FOR NO KEY UPDATE SKIP LOCKED`,
    [scope.organizationId, executionId, before],
  );
  return rows.length > 0;
}
