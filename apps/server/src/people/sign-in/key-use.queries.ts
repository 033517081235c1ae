import type { ApiKeyScope, KeyBounds } from '@svc/contract/people/api-keys';
import { DATA_REVISION } from '../../db/changes/data-revision.queries.ts';
import type { Database } from '../../db/connections/database.ts';

/** A key and its organization. */
export interface KeyId {
  organizationId: string;
  id: string;
}

export interface ApiKeyRow extends KeyBounds, KeyId {
  organizationName: string;
  name: string;
  scope: ApiKeyScope;
  readsPerMinute: number | null;
  writesPerMinute: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The organization's. */
  dataRevision: number;
}

/** Finds the key with this SHA-256. Uses the primary key of api_key_hashes. */
export async function findKeyId(database: Database, hash: Buffer): Promise<KeyId | null> {
  const [row] = await database.prepared<KeyId>(
    `SELECT organization_id AS "organizationId", api_key_id AS id
     FROM api_key_hashes
     WHERE hash = $1`,
    [hash],
  );
  return row ?? null;
}

/**
 * Reads a key, even if revoked or expired, and the data revision of its organization; null if the organization was
 * deleted. Uses primary keys, of one organization.
 */
export async function readKey(
  database: Database,
  { organizationId, id }: KeyId,
): Promise<ApiKeyRow | null> {
  const [row] = await database.prepared<ApiKeyRow>(READ_KEY, [organizationId, id]);
  return row ?? null;
}

const READ_KEY = `
    SELECT api_keys.organization_id AS "organizationId",
           organizations.name AS "organizationName",
           api_keys.id,
           api_keys.name,
           api_keys.scope,
           api_keys.projects,
           api_keys.branches,
           api_keys.may_claim_base AS "mayClaimBase",
           api_keys.reads_per_minute AS "readsPerMinute",
           api_keys.writes_per_minute AS "writesPerMinute",
           api_keys.expires_at AS "expiresAt",
           api_keys.revoked_at AS "revokedAt",
           ${DATA_REVISION} AS "dataRevision"
    FROM api_keys
    JOIN organizations ON organizations.organization_id = $1
    WHERE api_keys.organization_id = $1
      AND api_keys.id = $2
      AND organizations.deleted_at IS NULL`;

/** Records the time of use, unless a server recorded one within the last minute. */
export async function noteKeyUse(database: Database, key: KeyId, at: Date): Promise<void> {
  await database.query(
    `UPDATE api_keys
     SET last_used_at = $3
     WHERE organization_id = $1
       AND id = $2
       AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`,
    [key.organizationId, key.id, at],
  );
}
