import { PARTITIONED_TABLES, type PartitionScope } from '../db/partitions.ts';
import type { Scope } from '../db/scope.ts';

/** Organizations with results in this week's partition. */
export async function organizationsOfWeek(
  { database, transaction }: PartitionScope,
  week: string,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM organizations
     WHERE EXISTS (
       SELECT FROM results
       WHERE results.organization_id = organizations.organization_id AND results.week = $1)`,
    [week],
    transaction,
  );
  return rows.map((row) => row.id);
}

/** Keeps the week's runs as counts by test and day, and notes on its executions that their results are gone. */
export async function summariseWeek(
  { database, transaction, organizationId }: Scope,
  { week, at }: { week: string; at: Date },
): Promise<void> {
  await database.query(
    `WITH runs AS (
       SELECT results.test_id,
              (executions.started_at AT TIME ZONE 'UTC')::date AS day,
              executions.branch,
              executions.framework,
              executions.environment_name,
              bool_or(results.status IN ('failed', 'timedOut')) AS failed,
              sum(results.last_attempt_ms) FILTER (WHERE results.status <> 'interrupted') AS duration_ms,
              count(*) FILTER (WHERE results.status <> 'interrupted') AS durations
       FROM results
       JOIN executions ON executions.organization_id = $1 AND executions.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.week = $2
         AND results.status <> 'skipped'
       GROUP BY results.test_id, results.execution_id, executions.started_at, executions.branch,
                executions.framework, executions.environment_name
       HAVING bool_or(results.status IN ('failed', 'timedOut'))
           OR NOT bool_or(results.status = 'interrupted')
     )
     INSERT INTO test_days (
       organization_id, test_id, day, slice_id, branch, framework, environment_name,
       runs, failures, duration_ms, durations)
     SELECT $1, test_id, day,
            md5(jsonb_build_array(branch, framework, environment_name)::text)::uuid,
            branch, framework, environment_name,
            count(*), count(*) FILTER (WHERE failed), sum(duration_ms), sum(durations)
     FROM runs
     GROUP BY test_id, day, branch, framework, environment_name
     ON CONFLICT (organization_id, test_id, day, slice_id) DO UPDATE
     SET runs = test_days.runs + excluded.runs,
         failures = test_days.failures + excluded.failures,
         duration_ms = test_days.duration_ms + excluded.duration_ms,
         durations = test_days.durations + excluded.durations`,
    [organizationId, week],
    transaction,
  );
  await database.query(
    `UPDATE executions
     SET results_expired_at = $3
     WHERE organization_id = $1 AND week = $2 AND results_expired_at IS NULL`,
    [organizationId, week, at],
    transaction,
  );
}

/** For a week that another organization keeps: Postgres uses the space again, but not for other files. */
export async function deleteWeek(
  { database, transaction, organizationId }: Scope,
  week: string,
): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    await database.query(
      `DELETE FROM ${table} WHERE organization_id = $1 AND week = $2`,
      [organizationId, week],
      transaction,
    );
  }
}

/** Executions that arrived before this week, with all that is left of them. */
export async function deleteRollUps(
  { database, transaction, organizationId }: Scope,
  before: string,
): Promise<void> {
  const bind = [organizationId, before];
  await database.query(
    'DELETE FROM executions WHERE organization_id = $1 AND week < $2',
    bind,
    transaction,
  );
  await database.query(
    'DELETE FROM test_days WHERE organization_id = $1 AND day < $2',
    bind,
    transaction,
  );
}

export async function expireArtifacts(
  { database, transaction, organizationId }: Scope,
  before: Date,
): Promise<void> {
  await database.query(
    `UPDATE artifacts
     SET state = 'expired'
     WHERE organization_id = $1 AND created_at < $2 AND state <> 'expired'`,
    [organizationId, before],
    transaction,
  );
}

/** A lock that is not to be had soon is left for the next time: who waits for it holds up everybody behind. */
export async function limitLockWait({ database, transaction }: PartitionScope): Promise<void> {
  await database.query(`SET LOCAL lock_timeout = '3s'`, [], transaction);
}

/** False when another server is at it. The lock ends with the transaction. */
export async function tryRetentionLock({
  database,
  transaction,
}: PartitionScope): Promise<boolean> {
  const [row] = await database.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS locked',
    [RETENTION_LOCK],
    transaction,
  );
  return row?.locked === true;
}

// Any number will do that nothing else in this database locks.
const RETENTION_LOCK = 7_382_005;
