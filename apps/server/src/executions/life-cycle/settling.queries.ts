import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { HAS_FAILED_PARTS } from '../../db/conditions/failed-parts.ts';
import type { Database } from '../../db/connections/database.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
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
  const settled = await scope.query<SettledExecution & { hasFailed: boolean }>(
    `WITH due AS (
       SELECT id
       FROM executions
       WHERE organization_id = $1 AND settle_at <= $2
       ORDER BY settle_at
       LIMIT $3
       FOR NO KEY UPDATE SKIP LOCKED
     )
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
               ${HAS_FAILED_PARTS} AS "hasFailed"`,
    [scope.organizationId, now, limit],
  );
  await queueAnalyses(
    scope,
    settled.filter(({ hasFailed }) => hasFailed).map(({ executionId }) => executionId),
  );
  await queueExcusals(
    scope,
    settled.map(({ executionId }) => executionId),
    now,
  );
  return settled;
}

async function queueAnalyses(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  if (executionIds.length === 0) return;
  await scope.query(
    `INSERT INTO due_analyses (organization_id, execution_id, queued_at, due_at, is_news)
     SELECT organization_id, id, statement_timestamp(), statement_timestamp(), true
     FROM executions
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])
     -- Sorted as in queueAnalysesAgain, so that the two cannot deadlock.
     ORDER BY id
     ON CONFLICT (organization_id, execution_id) DO UPDATE
     SET queued_at = excluded.queued_at,
         due_at = excluded.due_at,
         is_news = true,
         failures = 0,
         times_queued = due_analyses.times_queued + 1`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}

/** Queues those with failures that an entry of the quarantine may excuse, and those with rows of an earlier revision. */
async function queueExcusals(
  scope: TransactionScope,
  executionIds: readonly string[],
  now: Date,
): Promise<void> {
  if (executionIds.length === 0) return;
  await scope.query(
    `INSERT INTO due_excusals (organization_id, execution_id)
     SELECT organization_id, id
     FROM executions
     WHERE organization_id = $1
       AND id = ANY ($2::uuid[])
       AND ((failed + timed_out > 0 AND EXISTS (
              SELECT 1 FROM quarantine_entries
              WHERE quarantine_entries.organization_id = $1
                AND quarantine_entries.ended_at IS NULL
                AND quarantine_entries.expires_at > $3))
         OR EXISTS (
              SELECT 1 FROM excusals
              WHERE excusals.organization_id = $1 AND excusals.execution_id = executions.id))
     ON CONFLICT (organization_id, execution_id) DO NOTHING`,
    [scope.organizationId, toArrayLiteral(executionIds), now],
  );
}
