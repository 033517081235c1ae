import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { HAS_FAILED_PARTS } from '../../db/conditions/failed-parts.ts';
import type { Database } from '../../db/connections/database.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { StoredCounts } from '../../history/executions/execution-totals.ts';

export interface SettledExecution extends StoredCounts {
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

/** Lists the organizations with executions that are due, the longest due first. */
export async function listOrganizationsToSettle(database: Database, now: Date): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM executions
     WHERE settle_at <= $1
     GROUP BY organization_id
     ORDER BY min(settle_at)`,
    [now],
  );
  return rows.map((row) => row.id);
}

/**
 * Settles the executions of the organization that are due, the longest due first, and counts up their revisions. Queues
 * the failed ones for analysis, and those with failures that an entry of the quarantine may excuse. Skips locked ones.
 */
export async function settleDueExecutions(
  scope: TransactionScope,
  { now, limit }: { now: Date; limit: number },
): Promise<SettledExecution[]> {
  return scope.query<SettledExecution>(
    `WITH due AS (
       SELECT id
       FROM executions
       WHERE organization_id = $1 AND settle_at <= $2
       ORDER BY settle_at
       LIMIT $3
       FOR NO KEY UPDATE SKIP LOCKED
     ), settled AS (
       UPDATE executions
       SET settle_at = NULL, settled_at = $2, revision = revision + 1
       FROM due
       JOIN projects ON projects.organization_id = $1
       WHERE executions.organization_id = $1
         AND executions.id = due.id
         AND projects.id = executions.project_id
       RETURNING executions.id AS "executionId",
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
       SELECT $1, "executionId", statement_timestamp(), statement_timestamp(), true
       FROM settled
       WHERE has_failed
       -- Sorted as in queueAnalysesAgain, so that the two cannot deadlock.
       ORDER BY "executionId"
       ON CONFLICT (organization_id, execution_id) DO UPDATE
       SET queued_at = excluded.queued_at,
           due_at = excluded.due_at,
           is_news = true,
           failures = 0,
           times_queued = due_analyses.times_queued + 1
     ), excusing AS (
       INSERT INTO due_excusals (organization_id, execution_id)
       SELECT $1, "executionId"
       FROM settled
       WHERE (failed + "timedOut" > 0 AND EXISTS (
                SELECT 1 FROM quarantine_entries
                WHERE quarantine_entries.organization_id = $1
                  AND quarantine_entries.ended_at IS NULL
                  AND quarantine_entries.expires_at > $2))
          -- The rows of an earlier revision.
          OR EXISTS (
               SELECT 1 FROM excusals
               WHERE excusals.organization_id = $1
                 AND excusals.execution_id = "executionId")
       ON CONFLICT (organization_id, execution_id) DO NOTHING
     )
     SELECT * FROM settled`,
    [scope.organizationId, now, limit],
  );
}
