import type { ApiKeyRecord, ListedApiKey } from '@svc/contract/people/api-keys';
import type { Deps } from '../../deps.ts';
import type { ApiKey } from '../../db/models/api-key.ts';
import type { RowOf } from '../../db/models/records.ts';

/** A key in the contract's shape, with its status at `now`. */
export function toApiKeyRecord(row: RowOf<ApiKey>, now: Date): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scope: row.scope,
    projects: row.projects,
    branches: row.branches,
    mayClaimBase: row.mayClaimBase,
    readsPerMinute: row.readsPerMinute,
    writesPerMinute: row.writesPerMinute,
    status: deriveKeyStatus(row, now),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** The answer with the limits that apply to the key. */
export function toListedApiKey(
  { config }: Pick<Deps, 'config'>,
  record: ApiKeyRecord,
): ListedApiKey {
  return {
    ...record,
    limits: {
      readsPerMinute: record.readsPerMinute ?? config.readsPerMinute,
      writesPerMinute: record.writesPerMinute ?? config.writesPerMinute,
    },
  };
}

function deriveKeyStatus(
  { revokedAt, expiresAt }: RowOf<ApiKey>,
  now: Date,
): ApiKeyRecord['status'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
