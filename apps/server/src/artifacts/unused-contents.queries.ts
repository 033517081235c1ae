import type { Scope, TransactionScope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/**
 * Locks the contents that no artifact refers to, in this statement's snapshot, and returns their hashes. Skips
 * contents that another transaction has locked. Uses the index artifacts_by_content.
 */
export async function lockUnusedContents(
  scope: TransactionScope,
  limit: number,
): Promise<string[]> {
  const rows = await scope.query<{ sha256: string }>(
    `SELECT contents.sha256
     FROM artifact_contents AS contents
     WHERE contents.organization_id = $1
       AND contents.doomed_at IS NULL
       AND NOT EXISTS (
         SELECT 1 FROM artifacts
         WHERE artifacts.organization_id = $1
           AND artifacts.sha256 = contents.sha256
           AND artifacts.state <> 'expired')
     ORDER BY contents.sha256
     LIMIT $2
     FOR UPDATE SKIP LOCKED`,
    [scope.organizationId, limit],
  );
  return rows.map((row) => row.sha256);
}

/**
 * Marks the locked contents for deletion that still have no artifact, and no longer counts them as stored. A separate
 * statement, because the locking statement saw the artifacts of an older snapshot.
 */
export async function markContentsForDeletion(
  scope: TransactionScope,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  const [row] = await scope.query<{ bytes: number }>(
    `WITH doomed AS (
       UPDATE artifact_contents AS contents
       SET doomed_at = $3
       WHERE contents.organization_id = $1
         AND contents.sha256 = ANY ($2::text[])
         AND NOT EXISTS (
           SELECT 1 FROM artifacts
           WHERE artifacts.organization_id = $1
             AND artifacts.sha256 = contents.sha256
             AND artifacts.state <> 'expired')
       RETURNING size_bytes
     )
     SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM doomed`,
    [scope.organizationId, toArrayLiteral(hashes), at],
  );
  scope.addUsage({ artifactBytes: -(row?.bytes ?? 0) });
}

/**
 * Marks files for deletion that the database does not know and that no artifact waits for. A crash between storing a
 * file and recording it leaves such files, as does a restored backup of the database.
 */
export async function markStrayFilesForDeletion(
  scope: Scope,
  { hashes, at }: { hashes: readonly string[]; at: Date },
): Promise<void> {
  await scope.query(
    `INSERT INTO artifact_contents (organization_id, sha256, size_bytes, stored_at, doomed_at)
     SELECT organizations.organization_id, stray.sha256, 0, $3, $3
     FROM organizations
     CROSS JOIN unnest($2::text[]) AS stray (sha256)
     WHERE organizations.organization_id = $1
       AND NOT EXISTS (
       SELECT 1 FROM artifacts
       WHERE artifacts.organization_id = $1
         AND artifacts.sha256 = stray.sha256
         AND artifacts.state <> 'expired')
     ON CONFLICT (organization_id, sha256) DO NOTHING`,
    [scope.organizationId, toArrayLiteral(hashes), at],
  );
}

/** Lists those of these files that the organization's contents do not include. */
export async function listStrayFiles(
  scope: Scope,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await scope.query<{ sha256: string }>(
    `SELECT file.sha256
     FROM unnest($2::text[]) AS file (sha256)
     WHERE NOT EXISTS (
       SELECT 1 FROM artifact_contents AS contents
       WHERE contents.organization_id = $1 AND contents.sha256 = file.sha256)`,
    [scope.organizationId, toArrayLiteral(hashes)],
  );
  return new Set(rows.map((row) => row.sha256));
}

/** Locks the contents marked for deletion, except those that another transaction has locked. */
export async function lockDoomedContents(
  scope: TransactionScope,
  limit: number,
): Promise<string[]> {
  const rows = await scope.query<{ sha256: string }>(
    `SELECT sha256
     FROM artifact_contents
     WHERE organization_id = $1 AND doomed_at IS NOT NULL
     ORDER BY sha256
     LIMIT $2
     FOR UPDATE SKIP LOCKED`,
    [scope.organizationId, limit],
  );
  return rows.map((row) => row.sha256);
}

export async function deleteContents(
  scope: TransactionScope,
  hashes: readonly string[],
): Promise<void> {
  await scope.query(
    'DELETE FROM artifact_contents WHERE organization_id = $1 AND sha256 = ANY ($2::text[])',
    [scope.organizationId, toArrayLiteral(hashes)],
  );
}

/** The number of the organization's stored files and their total size, without files marked for deletion. */
export async function readStoredSize(scope: Scope): Promise<{ files: number; bytes: number }> {
  const [row] = await scope.query<{ files: number; bytes: number }>(
    `SELECT count(*)::float8 AS files, coalesce(sum(size_bytes), 0)::float8 AS bytes
     FROM artifact_contents
     WHERE organization_id = $1 AND doomed_at IS NULL`,
    [scope.organizationId],
  );
  return row ?? { files: 0, bytes: 0 };
}
