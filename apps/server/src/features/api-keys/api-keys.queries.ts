import type { ApiKeyScope } from '@svc/contract/api-keys';
import type { Scope } from '../../db/scope.ts';

export interface StoredApiKey {
  id: string;
  name: string;
  hint: string;
  scope: ApiKeyScope;
  readsPerMinute: number | null;
  writesPerMinute: number | null;
  createdAt: Date;
  createdBy: string | null;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const COLUMNS = `
  id,
  name,
  hint,
  scope,
  reads_per_minute AS "readsPerMinute",
  writes_per_minute AS "writesPerMinute",
  created_at AS "createdAt",
  created_by AS "createdBy",
  last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt",
  revoked_at AS "revokedAt"`;

/** Stores only the key's SHA-256. */
export async function insertApiKey(
  scope: Scope,
  key: StoredApiKey & { hash: Buffer },
): Promise<void> {
  await scope.transaction(async (scope) => {
    await scope.query(
      `INSERT INTO api_keys (
         organization_id, id, name, hint, scope, reads_per_minute, writes_per_minute,
         created_at, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        scope.organizationId,
        key.id,
        key.name,
        key.hint,
        key.scope,
        key.readsPerMinute,
        key.writesPerMinute,
        key.createdAt,
        key.createdBy,
        key.expiresAt,
      ],
    );
    await scope.query(
      'INSERT INTO api_key_hashes (hash, organization_id, api_key_id) VALUES ($1, $2, $3)',
      [key.hash, scope.organizationId, key.id],
    );
  });
}

export async function listApiKeys(scope: Scope): Promise<StoredApiKey[]> {
  return scope.query<StoredApiKey>(
    `SELECT ${COLUMNS}
     FROM api_keys
     WHERE organization_id = $1
     ORDER BY created_at DESC, id DESC`,
    [scope.organizationId],
  );
}

/** Revokes and returns the key. A key that was revoked before keeps its time. Null if there is no such key. */
export async function revokeApiKey(
  scope: Scope,
  { id, at }: { id: string; at: Date },
): Promise<StoredApiKey | null> {
  const rows = await scope.query<StoredApiKey>(
    `UPDATE api_keys
     SET revoked_at = coalesce(revoked_at, $3)
     WHERE organization_id = $1 AND id = $2
     RETURNING ${COLUMNS}`,
    [scope.organizationId, id, at],
  );
  return rows[0] ?? null;
}
