import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { TransactionScope } from '../db/scope.ts';

/**
 * Queues executions for another analysis, without news: whether another run on the same commit passed is the strongest
 * evidence of a flake, and a re-run passes after the failure was analysed. Sorts the executions, so
 * that two transactions that do this once cannot deadlock.
 */
export async function queueAnalysesAgain(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  if (executionIds.length === 0) return;
  await scope.query(
    `INSERT INTO due_analyses (organization_id, execution_id, queued_at, due_at, is_news)
     SELECT organization_id, execution_id, statement_timestamp(), statement_timestamp(), false
     FROM (
       SELECT DISTINCT organization_id, execution_id
       FROM analyses
       WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])) AS analysed
     ORDER BY execution_id
     ON CONFLICT (organization_id, execution_id) DO UPDATE
     SET due_at = least(due_analyses.due_at, excluded.due_at),
         times_queued = due_analyses.times_queued + 1`,
    [scope.organizationId, toArrayLiteral([...new Set(executionIds)])],
  );
}

const AGAIN_DAYS = 14;
// Lists follow a correction by themselves: only the classes of executions wait for this. An analysis takes up to seconds.
const AGAIN_AT_MOST = 200;

/**
 * The newest 200 analysed executions of a project in the last 14 days with a failure that has one of these
 * fingerprints. Only the newest analyses of each fingerprint are read.
 */
export async function listAnalysedExecutions(
  scope: TransactionScope,
  { projectId, fingerprintIds }: { projectId: string; fingerprintIds: readonly string[] },
): Promise<string[]> {
  if (fingerprintIds.length === 0) return [];
  const rows = await scope.query<{ id: string }>(
    `SELECT DISTINCT executions.id, executions.started_at
     FROM (
       SELECT DISTINCT verdict.analysis_id
       FROM unnest($3::uuid[]) AS asked (id)
       CROSS JOIN LATERAL (
         SELECT analysis_id
         FROM verdict_fingerprints
         WHERE organization_id = $1 AND fingerprint_id = asked.id
         ORDER BY analysis_id DESC
         LIMIT ${AGAIN_AT_MOST}) AS verdict
       OFFSET 0) AS found
     JOIN analyses ON analyses.organization_id = $1
                  AND analyses.id = found.analysis_id
                  AND analyses.project_id = $2
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = analyses.execution_id
                    AND executions.started_at >= statement_timestamp() - interval '${AGAIN_DAYS} days'
     ORDER BY executions.started_at DESC, executions.id
     LIMIT ${AGAIN_AT_MOST}`,
    [scope.organizationId, projectId, toArrayLiteral(fingerprintIds)],
  );
  return rows.map((row) => row.id);
}
