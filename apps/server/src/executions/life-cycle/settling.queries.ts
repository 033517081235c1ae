import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { HAS_FAILED_PARTS } from '../../db/conditions/failed-parts.ts';
import type { Transaction } from '../../db/statements.ts';
import type { StoredCounts } from '../../history/executions/execution-totals.ts';

export interface SettledExecution extends StoredCounts {
  organizationId: string;
  executionId: string;
  number: number;
  project: string;
  name: string | null;
  branch: string | null;
  commit: string | null;
  framework: string;
  status: ExecutionStatus;
  startedAt: Date;
  endedAt: Date;
  revision: number;
}

/**
 * Settles the executions that are due, the longest due first, and counts up their revisions. Queues the failed ones for
 * analysis, and those with failures that an entry of the quarantine may excuse. Skips locked ones.
 */
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
     ), settled AS (
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
                 executions.name,
                 executions.branch,
                 executions.git ->> 'commit' AS commit,
                 executions.framework,
                 executions.status,
                 executions.started_at AS "startedAt",
                 executions.ended_at AS "endedAt",
                 executions.revision,
                 executions.passed,
                 executions.failed,
                 executions.timed_out AS "timedOut",
                 executions.skipped,
                 executions.interrupted,
                 executions.flaky,
                 executions.carried_passed AS "carriedPassed",
                 executions.carried_skipped AS "carriedSkipped",
                 executions.carried_flaky AS "carriedFlaky",
                 ${HAS_FAILED_PARTS} AS has_failed
     ), queued AS (
       INSERT INTO due_analyses (organization_id, execution_id, queued_at, due_at, is_news)
       SELECT "organizationId", "executionId", clock_timestamp(), clock_timestamp(), true
       FROM settled
       WHERE has_failed
       -- Sorted as in queueAnalysesAgain, so that the two cannot deadlock.
       ORDER BY "organizationId", "executionId"
       ON CONFLICT (organization_id, execution_id) DO UPDATE
       SET queued_at = excluded.queued_at,
           due_at = excluded.due_at,
           is_news = true,
           failures = 0,
           times_queued = due_analyses.times_queued + 1
     ), excusing AS (
       INSERT INTO due_excusals (organization_id, execution_id)
       SELECT "organizationId", "executionId"
       FROM settled
       WHERE (failed + "timedOut" > 0 AND EXISTS (
                SELECT FROM quarantine_entries
                WHERE quarantine_entries.organization_id = "organizationId"
                  AND quarantine_entries.ended_at IS NULL
                  AND quarantine_entries.expires_at > $1))
          -- The rows of an earlier revision.
          OR EXISTS (
               SELECT FROM excusals
               WHERE excusals.organization_id = "organizationId"
                 AND excusals.execution_id = "executionId")
       ON CONFLICT (organization_id, execution_id) DO NOTHING
     )
     SELECT * FROM settled`,
    [now, limit],
  );
}
