import type { Scope, TransactionScope } from '../../db/scope.ts';

/** Returns the ids of the oldest executions from weeks before `before`. Reads the index executions_by_week. */
export async function listOldestExecutions(
  scope: Scope,
  { before, limit }: { before: string; limit: number },
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT id
     FROM executions
     WHERE organization_id = $1 AND week < $2
     ORDER BY week, id
     LIMIT $3`,
    [scope.organizationId, before, limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes up to `limit` analyses of inline failures from before `before`; returns how many. Those of executions are
 * deleted with them.
 */
export async function deleteInlineAnalyses(
  scope: TransactionScope,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const rows = await scope.query(
    `DELETE FROM analyses
     WHERE organization_id = $1
       AND id IN (
         SELECT id
         FROM analyses
         WHERE organization_id = $1 AND execution_id IS NULL AND analyzed_at < $2::date
         LIMIT $3)
     RETURNING 1`,
    [scope.organizationId, before, limit],
  );
  return rows.length;
}

/** Deletes the entries of the quarantine that ended before `before`, with what they excused. */
export async function deleteEndedEntries(scope: TransactionScope, before: string): Promise<void> {
  await scope.query(
    `DELETE FROM quarantine_entries
     WHERE organization_id = $1 AND coalesce(ended_at, expires_at) < $2::date`,
    [scope.organizationId, before],
  );
}

/**
 * Deletes the rows of the oldest day before `before`, and returns their number. Reads the index test_days_by_day.
 */
export async function deleteOldestDay(scope: TransactionScope, before: string): Promise<number> {
  const [row] = await scope.query<{ count: number }>(
    `WITH deleted AS (
       DELETE FROM test_days
       WHERE organization_id = $1
         AND day = (SELECT min(day) FROM test_days WHERE organization_id = $1 AND day < $2)
       RETURNING 1
     )
     SELECT count(*)::integer AS count FROM deleted`,
    [scope.organizationId, before],
  );
  return row?.count ?? 0;
}
