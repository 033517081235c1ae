import type { ExecutionStatus } from '@svc/contract/ingest';
import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import type { ExecutionFacts } from './execution-state.ts';
import type { PartsReview } from './review-parts.ts';

export interface DueExecution {
  organizationId: string;
  executionId: string;
}

/** Executions due for review, of every organization, the longest due first. Reads executions_to_carry. */
export function dueExecutions(
  database: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<DueExecution[]> {
  return database.query<DueExecution>(
    `SELECT organization_id AS "organizationId", id AS "executionId"
     FROM executions
     WHERE carry_at <= $1
     ORDER BY carry_at
     LIMIT $2`,
    [now, limit],
  );
}

export interface WaitingExecution extends Omit<ExecutionFacts, 'shards' | 'counts'> {
  status: ExecutionStatus;
  attempt: number;
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
  { database, transaction, organizationId }: Scope,
  executionId: string,
  now: Date,
): Promise<WaitingExecution | null> {
  const [row] = await database.query<WaitingExecution>(
    `SELECT status,
            attempt,
            merged,
            shards_carried AS carried,
            (SELECT max(received_at)
             FROM execution_shards
             WHERE execution_shards.organization_id = $1
               AND execution_shards.execution_id = executions.id) AS "receivedAt",
            failed,
            timed_out AS "timedOut",
            errors <> '[]' AS "hasRunErrors",
            has_file_errors AS "hasFileErrors",
            failed_reported AS "failedReported",
            interrupted_reported AS "interruptedReported"
     FROM executions
     WHERE organization_id = $1 AND id = $2 AND number IS NOT NULL AND carry_at <= $3
     FOR NO KEY UPDATE OF executions SKIP LOCKED`,
    [organizationId, executionId, now],
    transaction,
  );
  return row ?? null;
}

/** Returns whether status, carried shards or previous attempt changed. */
export async function updateReviewed(
  { database, transaction, organizationId }: Scope,
  executionId: string,
  {
    status,
    shards,
    carriedCounts,
    previousAttemptId,
    carryAt,
  }: PartsReview & { status: ExecutionStatus },
): Promise<boolean> {
  const [row] = await database.query<{ changed: boolean }>(
    `UPDATE executions
     SET status = $3, shards_expected = $4, shards_received = $5, shards_carried = $6,
         previous_attempt_id = $7, carry_at = $8,
         carried_passed = $9, carried_skipped = $10, carried_flaky = $11
     FROM executions AS before
     WHERE executions.organization_id = $1
       AND executions.id = $2
       AND before.organization_id = $1
       AND before.id = $2
     RETURNING (before.status, before.shards_carried, before.previous_attempt_id)
       IS DISTINCT FROM (executions.status, executions.shards_carried, executions.previous_attempt_id) AS changed`,
    [
      organizationId,
      executionId,
      status,
      shards.expected,
      shards.received,
      shards.carried,
      previousAttemptId,
      carryAt,
      carriedCounts.passed,
      carriedCounts.skipped,
      carriedCounts.flaky,
    ],
    transaction,
  );
  return row?.changed === true;
}

/** Postpones the review of an execution whose review failed, so that others go first. */
export async function putOffReview(
  database: Database,
  { organizationId, executionId }: DueExecution,
  until: Date,
): Promise<void> {
  await database.query(
    `UPDATE executions SET carry_at = $3 WHERE organization_id = $1 AND id = $2`,
    [organizationId, executionId, until],
  );
}
