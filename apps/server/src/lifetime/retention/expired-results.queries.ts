import type { Transaction } from '../../db/statements.ts';
import { storeRunsOfExpired } from '../../rollups/index.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { PARTITIONED_TABLES } from '../../db/partitions/partitions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { isCountedRun, isVerdict } from '../../db/conditions/counted-runs.ts';

/** Organizations with rows in this week's partitions, or in the detached tables. */
export async function listOrganizationsOfWeek(
  transaction: Transaction,
  { week, tables }: { week: string; tables?: ReadonlyMap<string, string> },
): Promise<string[]> {
  const names = tables === undefined ? PARTITIONED_TABLES : [...tables.values()];
  const present = names.map(
    (table) => `EXISTS (
       SELECT 1 FROM ${table}
       WHERE ${table}.organization_id = organizations.organization_id AND ${table}.week = $1)`,
  );
  const rows = await transaction.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM organizations
     WHERE ${['$1::date IS NULL', ...present].join(' OR ')}`,
    [week],
  );
  return rows.map((row) => row.id);
}

/**
 * The next executions whose first upload was in this week and whose results are not deleted. Reads the index
 * executions_by_week.
 */
export async function listUnexpiredExecutions(
  scope: TransactionScope,
  { week, limit }: { week: string; limit: number },
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT id
     FROM executions
     WHERE organization_id = $1 AND week = $2 AND results_expired_at IS NULL
     ORDER BY id
     LIMIT $3`,
    [scope.organizationId, week, limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes the results of these executions (null: of the whole week), and stores their runs as counts by test and day,
 * in one statement, so that every reader sees a result either stored or counted. Keeps their attempts and texts. The
 * organization's usage no longer includes them.
 */
export async function expireResults(
  scope: TransactionScope,
  {
    week,
    executionIds,
    at,
    results = 'results',
  }: {
    week: string;
    executionIds: readonly string[] | null;
    at: Date;
    /** The table of the results: the detached one, once the week is detached from `results`. */
    results?: string | undefined;
  },
): Promise<void> {
  const ids = executionIds === null ? null : toArrayLiteral(executionIds);
  // First, because deriving an execution from its results locks the execution's row.
  await scope.query(
    `UPDATE executions
     SET results_expired_at = $4
     WHERE organization_id = $1
       AND week = $2
       AND ($3::uuid[] IS NULL OR id = ANY ($3::uuid[]))
       AND results_expired_at IS NULL`,
    [scope.organizationId, week, ids, at],
  );
  await storeRunsOfExpired(scope, { week, executionIds });
  const [row] = await scope.query<{ deleted: number }>(
    `WITH expired AS (
       DELETE FROM ${results}
       WHERE organization_id = $1
         AND week = $2
         AND ($3::uuid[] IS NULL OR execution_id = ANY ($3::uuid[]))
       RETURNING test_id, execution_id, status, last_attempt_ms
     ), runs AS (
       SELECT executions.organization_id,
              expired.test_id,
              (executions.started_at AT TIME ZONE 'UTC')::date AS day,
              executions.branch,
              executions.framework,
              executions.environment_name,
              executions.from_ci,
              bool_or(expired.status IN ('failed', 'timedOut')) AS failed,
              sum(expired.last_attempt_ms) FILTER (WHERE ${isVerdict('expired.status')}) AS duration_ms,
              count(*) FILTER (WHERE ${isVerdict('expired.status')}) AS durations
       FROM expired
       JOIN executions ON executions.organization_id = $1 AND executions.id = expired.execution_id
       WHERE expired.status <> 'skipped'
       GROUP BY executions.organization_id, expired.test_id, expired.execution_id, executions.started_at, executions.branch,
                executions.framework, executions.environment_name, executions.from_ci
       HAVING ${isCountedRun('expired.status')}
     ), counted AS (
       INSERT INTO test_days (
         organization_id, test_id, day, slice_id, branch, framework, environment_name,
         from_ci, runs, failures, duration_ms, durations)
       SELECT organization_id, test_id, day,
              md5((jsonb_build_array(branch, framework, environment_name)
                || CASE WHEN from_ci THEN '[]' ELSE '["local"]' END::jsonb)::text)::uuid,
              branch, framework, environment_name, from_ci,
              count(*), count(*) FILTER (WHERE failed), sum(duration_ms), sum(durations)
       FROM runs
       GROUP BY organization_id, test_id, day, branch, framework, environment_name, from_ci
       ON CONFLICT (organization_id, test_id, day, slice_id) DO UPDATE
       SET runs = test_days.runs + excluded.runs,
           failures = test_days.failures + excluded.failures,
           duration_ms = test_days.duration_ms + excluded.duration_ms,
           durations = test_days.durations + excluded.durations
     )
     SELECT count(*)::float8 AS deleted FROM expired`,
    [scope.organizationId, week, ids],
  );
  scope.addUsage({ results: -(row?.deleted ?? 0) });
}

/**
 * Deletes an organization's results of a week that another organization keeps. Postgres reuses the freed space, but
 * does not return it to the file system.
 */
export async function deleteWeek(scope: TransactionScope, week: string): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    await scope.query(`DELETE FROM ${table} WHERE organization_id = $1 AND week = $2`, [
      scope.organizationId,
      week,
    ]);
  }
}
