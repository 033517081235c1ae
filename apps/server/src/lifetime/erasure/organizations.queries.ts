import type { Database } from '../../db/connections/database.ts';
import { LOCKS, lockSql } from '../../db/locks.ts';
import type { TransactionScope } from '../../db/scope.ts';

/** Waits for the uploads and the roll-up in progress, and holds off further ones until the transaction ends. */
export async function lockOrganization(scope: TransactionScope): Promise<void> {
  await holdOffUploads(scope);
  await scope.query(`SELECT ${lockSql(LOCKS.rollUps('$1'))}`, [scope.organizationId]);
}

/** Waits for the uploads in progress, and holds off further ones until the transaction ends. */
export async function holdOffUploads(scope: TransactionScope): Promise<void> {
  await scope.query(`SELECT ${lockSql(LOCKS.uploads('$1'))}`, [scope.organizationId]);
}

/** Returns whether the organization existed and was not deleted yet. */
export async function markOrganizationDeleted(scope: TransactionScope, at: Date): Promise<boolean> {
  const rows = await scope.query(
    `UPDATE organizations
     SET deleted_at = $2
     WHERE organization_id = $1 AND deleted_at IS NULL
     RETURNING 1`,
    [scope.organizationId, at],
  );
  return rows.length > 0;
}

/** No request or upload can act for the organization any more. Users keep their accounts. */
export async function deleteCredentials(scope: TransactionScope): Promise<void> {
  for (const sql of [
    'DELETE FROM api_key_hashes WHERE organization_id = $1',
    `UPDATE sessions
     SET active_organization_id = (
       SELECT members.organization_id
       FROM members
       WHERE members.user_id = sessions.user_id AND members.organization_id <> $1::uuid::text
       ORDER BY members.created_at, members.id
       LIMIT 1)
     WHERE active_organization_id = $1::uuid::text`,
    'DELETE FROM members WHERE organization_id = $1::uuid::text',
    'DELETE FROM invitations WHERE organization_id = $1::uuid::text',
  ]) {
    await scope.query(sql, [scope.organizationId]);
  }
}

/** Stops further deliveries. Requests in progress still arrive. */
export async function turnOffWebhooks(scope: TransactionScope): Promise<void> {
  await scope.query('UPDATE webhooks SET active = false WHERE organization_id = $1 AND active', [
    scope.organizationId,
  ]);
}

/** The organizations that were deleted and are not erased yet, the first deleted first. */
export async function listDeletedOrganizations(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM organizations
     WHERE deleted_at IS NOT NULL
     ORDER BY deleted_at`,
  );
  return rows.map((row) => row.id);
}

/** The table, or the partitions that hold its rows. */
export async function listPhysicalTables(database: Database, table: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT relid::regclass::text AS name
     FROM pg_partition_tree($1::text::regclass)
     WHERE isleaf
     UNION ALL
     -- The tree of a table without partitions is empty.
     SELECT relname FROM pg_class WHERE oid = $1::text::regclass AND relkind = 'r'
     ORDER BY 1`,
    [table],
  );
  return rows.map((row) => row.name);
}

/** Deletes up to `limit` rows of the organization; returns how many. The table's name is a constant of the code. */
export async function deleteRows(
  scope: TransactionScope,
  table: string,
  limit: number,
): Promise<number> {
  const [row] = await scope.query<{ deleted: number }>(
    `WITH deleted AS (
       DELETE FROM ${table}
       WHERE organization_id = $1
         AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE organization_id = $1 LIMIT $2))
       RETURNING 1
     )
     SELECT count(*)::integer AS deleted FROM deleted`,
    [scope.organizationId, limit],
  );
  return row?.deleted ?? 0;
}

/** Deletes up to `limit` entries of the audit log, but none of the organization's deletion; returns how many. */
export async function deleteAuditEntries(scope: TransactionScope, limit: number): Promise<number> {
  const rows = await scope.query(
    `DELETE FROM audit_log
     WHERE organization_id = $1
       AND id IN (
         SELECT id
         FROM audit_log
         WHERE organization_id = $1 AND action <> 'organization.deleted'
         LIMIT $2)
     RETURNING 1`,
    [scope.organizationId, limit],
  );
  return rows.length;
}

/** Marks all files of the organization for deletion. */
export async function markAllContentsForDeletion(scope: TransactionScope, at: Date): Promise<void> {
  await scope.query(
    `UPDATE artifact_contents
     SET doomed_at = $2
     WHERE organization_id = $1 AND doomed_at IS NULL`,
    [scope.organizationId, at],
  );
}

/** Deletes the organization itself, with its usage, which other jobs may have changed until now. */
export async function deleteOrganizationRow(scope: TransactionScope): Promise<void> {
  await scope.query('DELETE FROM organization_usage WHERE organization_id = $1', [
    scope.organizationId,
  ]);
  await scope.query(
    'DELETE FROM organizations WHERE organization_id = $1 AND deleted_at IS NOT NULL',
    [scope.organizationId],
  );
}
