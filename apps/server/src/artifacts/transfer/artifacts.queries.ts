import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { Content } from '../contents.queries.ts';

export interface FoundArtifact {
  name: string;
  contentType: string;
  /** Size that the sender declared. If no checksum was declared, `sha256` is null until the content has arrived. */
  sizeBytes: number;
  sha256: string | null;
  state: 'pending' | 'stored' | 'expired';
}

/** Reads the index artifacts_by_id. */
export async function findArtifact(scope: Scope, id: string): Promise<FoundArtifact | null> {
  const [row] = await scope.query<FoundArtifact>(
    `SELECT name, content_type AS "contentType", size_bytes::float8 AS "sizeBytes", sha256, state
     FROM artifacts
     WHERE organization_id = $1 AND id = $2`,
    [scope.organizationId, id],
  );
  return row ?? null;
}

/** Locks the artifact until the transaction ends; undefined when there is none. */
export async function lockArtifact(
  scope: TransactionScope,
  id: string,
): Promise<FoundArtifact['state'] | undefined> {
  const [row] = await scope.query<Pick<FoundArtifact, 'state'>>(
    `SELECT state FROM artifacts WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [scope.organizationId, id],
  );
  return row?.state;
}

/** Records a pending artifact's content hash, which keeps the content from being deleted. */
export async function setHash(scope: TransactionScope, id: string, sha256: string): Promise<void> {
  await scope.query(
    `UPDATE artifacts
     SET sha256 = $3
     WHERE organization_id = $1 AND id = $2 AND sha256 IS NULL`,
    [scope.organizationId, id, sha256],
  );
}

/**
 * Removes the deletion mark of this content. Waits for a running deletion of its file; a mark left by a killed server
 * is removed.
 */
export async function unmarkForDeletion(scope: TransactionScope, sha256: string): Promise<void> {
  await scope.query(
    `DELETE FROM artifact_contents
     WHERE organization_id = $1 AND sha256 = $2 AND doomed_at IS NOT NULL`,
    [scope.organizationId, sha256],
  );
}

/** Returns false if another upload stored the same content meanwhile. */
export async function addContent(
  scope: TransactionScope,
  { sha256, sizeBytes }: Content,
  at: Date,
): Promise<boolean> {
  const rows = await scope.query(
    `INSERT INTO artifact_contents (organization_id, sha256, size_bytes, stored_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, sha256) DO NOTHING
     RETURNING 1`,
    [scope.organizationId, sha256, sizeBytes, at],
  );
  return rows.length > 0;
}

/** Marks every artifact that waited for this content as stored. Reads the index artifacts_by_content. */
export async function markStored(
  scope: TransactionScope,
  { sha256, sizeBytes }: Content,
): Promise<void> {
  await scope.query(
    `UPDATE artifacts
     SET state = 'stored'
     WHERE organization_id = $1 AND sha256 = $2 AND size_bytes = $3 AND state = 'pending'`,
    [scope.organizationId, sha256, sizeBytes],
  );
}
