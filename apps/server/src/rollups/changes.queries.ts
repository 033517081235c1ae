import type { TransactionScope } from '../db/scope.ts';
import type { Database } from '../db/connections/database.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** Marks an execution as changed for the roll-ups, in the transaction that changes it. */
export async function markChanged(scope: TransactionScope, executionId: string): Promise<void> {
  await scope.prepared(
    `INSERT INTO execution_changes (organization_id, execution_id, changed_at)
     VALUES ($1, $2, statement_timestamp())
     ON CONFLICT (organization_id, execution_id) DO UPDATE SET changed_at = excluded.changed_at`,
    [scope.organizationId, executionId],
  );
}

export async function listOrganizationsWithChanges(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT DISTINCT organization_id AS id
     FROM execution_changes
     WHERE changed_at <= statement_timestamp()`,
  );
  return rows.map((row) => row.id);
}

export interface Change {
  executionId: string;
  /** Time in Postgres' text form, because a Date would lose the microseconds. */
  changedAt: string;
}

/** The oldest changes, without those set aside. */
export async function listChanges(scope: TransactionScope, limit: number): Promise<Change[]> {
  return scope.query<Change>(
    `SELECT execution_id AS "executionId", changed_at::text AS "changedAt"
     FROM execution_changes
     WHERE organization_id = $1 AND changed_at <= statement_timestamp()
     ORDER BY changed_at
     LIMIT $2`,
    [scope.organizationId, limit],
  );
}

/** The change of an execution; null if there is none. */
export async function findChange(
  scope: TransactionScope,
  executionId: string,
): Promise<Change | null> {
  const [change] = await scope.query<Change>(
    `SELECT execution_id AS "executionId", changed_at::text AS "changedAt"
     FROM execution_changes
     WHERE organization_id = $1 AND execution_id = $2`,
    [scope.organizationId, executionId],
  );
  return change ?? null;
}

/** Deletes these changes, except those of executions that changed again meanwhile. */
export async function deleteChanges(
  scope: TransactionScope,
  changes: readonly Change[],
): Promise<void> {
  await scope.query(
    `DELETE FROM execution_changes
     USING unnest($2::uuid[], $3::timestamptz[]) AS done (execution_id, changed_at)
     WHERE execution_changes.organization_id = $1
       AND execution_changes.execution_id = done.execution_id
       AND execution_changes.changed_at = done.changed_at`,
    [
      scope.organizationId,
      toArrayLiteral(changes.map((change) => change.executionId)),
      changes.map((change) => change.changedAt),
    ],
  );
}

/** Postpones a change for ten minutes, or until the execution changes again. */
export async function setAside(
  scope: TransactionScope,
  { executionId, changedAt }: Change,
): Promise<void> {
  await scope.query(
    `UPDATE execution_changes
     SET changed_at = statement_timestamp() + interval '10 minutes'
     WHERE organization_id = $1 AND execution_id = $2 AND changed_at = $3::timestamptz`,
    [scope.organizationId, executionId, changedAt],
  );
}
