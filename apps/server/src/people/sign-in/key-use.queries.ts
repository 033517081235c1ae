import type { RequestKind } from '../../http/limits/rate-limit.ts';
import type { ApiKeyScope, KeyBounds } from '@svc/contract/people/api-keys';
import type { Database } from '../../db/connections/database.ts';

export interface ApiKeyRow extends KeyBounds {
  organizationId: string;
  organizationName: string;
  id: string;
  name: string;
  scope: ApiKeyScope;
  readsPerMinute: number | null;
  writesPerMinute: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Includes the counted requests; null if they were not counted. */
  requests: number | null;
  resetSeconds: number | null;
}

export interface KeyUse {
  hash: Buffer;
  /** Null counts nothing. */
  kind: RequestKind | null;
  /** How many requests use the key with this statement. */
  requests: number;
  at: Date;
}

/**
 * Finds the key with this SHA-256, even if revoked or expired, and its use in this minute. If the key is valid and
 * `kind` is not null, counts the requests as countRequest does. One statement, because every request waits for it.
 * Uses the primary keys of the four tables.
 */
export async function findAndCountKey(
  database: Database,
  { hash, kind, requests, at }: KeyUse,
): Promise<ApiKeyRow | null> {
  const rows = await database.prepared<ApiKeyRow>(FIND_AND_COUNT_KEY, [hash, kind, at, requests]);
  return rows[0] ?? null;
}

const FIND_AND_COUNT_KEY = `
    WITH found AS MATERIALIZED (
      SELECT api_keys.*, organizations.name AS organization_name
      FROM api_key_hashes
      JOIN api_keys ON api_keys.organization_id = api_key_hashes.organization_id
                   AND api_keys.id = api_key_hashes.api_key_id
      JOIN organizations ON organizations.organization_id = api_keys.organization_id
      WHERE api_key_hashes.hash = $1
    ),
    counted AS (
      INSERT INTO rate_limits AS counted (subject, window_start, requests)
      SELECT $2::text || ':apiKey:' || id, date_trunc('minute', now()), $4::integer
      FROM found
      WHERE $2::text IS NOT NULL
        AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > $3::timestamptz)
      ON CONFLICT (subject, window_start) DO UPDATE
      SET requests = counted.requests + excluded.requests
      RETURNING requests,
                ceil(extract(epoch FROM window_start + interval '1 minute' - now()))::integer AS reset_seconds
    )
    SELECT found.organization_id AS "organizationId",
           found.organization_name AS "organizationName",
           found.id,
           found.name,
           found.scope,
           found.projects,
           found.branches,
           found.may_claim_base AS "mayClaimBase",
           found.reads_per_minute AS "readsPerMinute",
           found.writes_per_minute AS "writesPerMinute",
           found.expires_at AS "expiresAt",
           found.revoked_at AS "revokedAt",
           counted.requests,
           counted.reset_seconds AS "resetSeconds"
    FROM found
    LEFT JOIN counted ON true`;

/** Records the time of use, unless a server recorded one within the last minute. */
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
