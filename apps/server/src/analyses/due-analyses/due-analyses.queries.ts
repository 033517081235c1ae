import { HAS_FAILED_PARTS } from '../../db/conditions/failed-parts.ts';
import type { Database } from '../../db/connections/database.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { LOCKS, tryLockSql } from '../../db/locks.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';

/** The organizations with executions that may be analysed now. */
export async function listOrganizationsWithDueAnalyses(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM organizations
     WHERE EXISTS (
       SELECT 1 FROM due_analyses
       WHERE due_analyses.organization_id = organizations.organization_id
         AND due_analyses.due_at <= statement_timestamp())
     ORDER BY organization_id`,
  );
  return rows.map((row) => row.id);
}

export interface DueAnalysis {
  executionId: string;
  isNews: boolean;
  timesQueued: number;
}

// More servers than this would find no free execution among the oldest, and look again in their next round.
const OLDEST = 10;

/**
 * Locks the analysis of the organization's execution that waits longest, news first. Skips those that another server
 * analyses. The row is not locked, so that feedback and roll-ups can queue the execution again meanwhile.
 */
export async function takeDueAnalysis(scope: TransactionScope): Promise<DueAnalysis | null> {
  const oldest = await scope.query<{ id: string }>(
    `SELECT execution_id AS id
     FROM due_analyses
     WHERE organization_id = $1
       AND ${IS_DUE}
     ORDER BY is_news DESC, queued_at
     LIMIT ${OLDEST}`,
    [scope.organizationId],
  );
  if (oldest.length === 0) return null;
  const [candidate] = await scope.query<{ id: string }>(
    `SELECT id
     FROM unnest($1::uuid[]) AS oldest (id)
     WHERE ${tryLockSql(LOCKS.analysis('id::text'))}
     LIMIT 1`,
    [toArrayLiteral(oldest.map(({ id }) => id))],
  );
  if (candidate === undefined) return null;
  // Another server may have deleted the row before its lock ended.
  const [row] = await scope.query<DueAnalysis>(
    `SELECT execution_id AS "executionId", is_news AS "isNews", times_queued AS "timesQueued"
     FROM due_analyses
     WHERE organization_id = $1 AND execution_id = $2`,
    [scope.organizationId, candidate.id],
  );
  return row ?? null;
}

// The history of an execution is in the roll-ups. A roll-up that keeps failing must not hold up its verdicts forever.
const IS_DUE = `due_at <= statement_timestamp()
       AND (queued_at < statement_timestamp() - interval '15 minutes'
         OR NOT EXISTS (
           SELECT 1 FROM execution_changes
           WHERE execution_changes.organization_id = $1
             AND execution_changes.execution_id = due_analyses.execution_id))`;

/** Takes the lock of an execution's analysis, which ends with the transaction. False while it is analysed elsewhere. */
export async function tryLockAnalysis(
  scope: TransactionScope,
  executionId: string,
): Promise<boolean> {
  const [row] = await scope.query<{ locked: boolean }>(
    `SELECT ${tryLockSql(LOCKS.analysis('$1'))} AS locked`,
    [executionId],
  );
  return row?.locked === true;
}

/** Deletes the row of an analysed execution. False if the execution was queued again, or deleted, meanwhile. */
export async function deleteDueAnalysis(
  scope: TransactionScope,
  { executionId, timesQueued }: DueAnalysis,
): Promise<boolean> {
  const rows = await scope.query(
    `DELETE FROM due_analyses
     WHERE organization_id = $1 AND execution_id = $2 AND times_queued = $3
     RETURNING 1`,
    [scope.organizationId, executionId, timesQueued],
  );
  return rows.length > 0;
}

/** Tries an analysis again later: after 1 minute, then after twice as long each time, at most a day. */
export async function postponeAnalysis(
  scope: TransactionScope,
  executionId: string,
): Promise<void> {
  const [row] = await scope.query<{ failures: number }>(
    `UPDATE due_analyses
     SET failures = failures + 1
     WHERE organization_id = $1 AND execution_id = $2
     RETURNING failures`,
    [scope.organizationId, executionId],
  );
  if (row === undefined) return;
  await scope.query(
    `UPDATE due_analyses
     SET due_at = statement_timestamp() + make_interval(secs => $3)
     WHERE organization_id = $1 AND execution_id = $2`,
    [scope.organizationId, executionId, Math.min(60 * 2 ** (row.failures - 1), DAY_SECONDS)],
  );
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Queues the organization's failed executions since `from` that this version of the classifier has not judged, without
 * news. Returns how many.
 */
export async function queueMissingAnalyses(
  scope: Scope,
  { classifier, from }: { classifier: number; from: Date },
): Promise<number> {
  const rows = await scope.query(
    `INSERT INTO due_analyses (organization_id, execution_id, queued_at, due_at, is_news)
     SELECT executions.organization_id, executions.id, statement_timestamp(), statement_timestamp(), false
     FROM executions
     WHERE executions.organization_id = $1
       AND executions.number IS NOT NULL
       AND executions.started_at >= $2
       -- One that settles later is queued then.
       AND executions.settle_at IS NULL
       AND executions.revision > 0
       AND executions.results_expired_at IS NULL
       AND ${HAS_FAILED_PARTS}
       AND NOT EXISTS (
         SELECT 1 FROM analyses
         WHERE analyses.organization_id = $1
           AND analyses.execution_id = executions.id
           AND analyses.classifier >= $3)
     ON CONFLICT (organization_id, execution_id) DO NOTHING
     RETURNING 1`,
    [scope.organizationId, from, classifier],
  );
  return rows.length;
}
