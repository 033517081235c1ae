import type { Database } from '../db/database.ts';

export interface ApiKeyRow {
  organizationId: string;
  id: string;
  name: string;
  readsPerMinute: number | null;
  writesPerMinute: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** The key with this SHA-256, revoked and expired ones too. Uses the primary keys of both tables. */
export async function findApiKey(database: Database, hash: Buffer): Promise<ApiKeyRow | null> {
  const rows = await database.query<ApiKeyRow>(
    `SELECT api_keys.organization_id AS "organizationId",
            api_keys.id,
            api_keys.name,
            api_keys.reads_per_minute AS "readsPerMinute",
            api_keys.writes_per_minute AS "writesPerMinute",
            api_keys.expires_at AS "expiresAt",
            api_keys.revoked_at AS "revokedAt"
     FROM api_key_hashes
     JOIN api_keys ON api_keys.organization_id = api_key_hashes.organization_id
                  AND api_keys.id = api_key_hashes.api_key_id
     WHERE api_key_hashes.hash = $1`,
    [hash],
  );
  return rows[0] ?? null;
}

/** Notes the time of use, unless a server noted one within the last minute. */
export async function noteKeyUse(
  database: Database,
  key: { organizationId: string; id: string },
  at: Date,
): Promise<void> {
  await database.query(
    `UPDATE api_keys
     SET last_used_at = $3
     WHERE organization_id = $1
       AND id = $2
       AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`,
    [key.organizationId, key.id, at],
  );
}
