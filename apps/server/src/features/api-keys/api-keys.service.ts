import { API_KEY_RANDOM_LENGTH, apiKeyText, BASE62 } from '@svc/contract/api-key-text';
import type { ApiKeyInput, ApiKeyRecord } from '@svc/contract/api-keys';
import type { Deps, Random } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { hashOfKey } from '../../accounts/api-key-hash.ts';
import { isUuid } from '../../input/uuid.ts';
import { insertApiKey, listApiKeys, revokeApiKey, type StoredApiKey } from './api-keys.queries.ts';

interface Caller {
  organizationId: string;
  createdBy: string | null;
}

type KeyDeps = Pick<Deps, 'database' | 'random' | 'clock'>;

/** Creates a key. Only this answer contains its text. */
export async function createApiKey(
  deps: KeyDeps,
  caller: Caller,
  input: ApiKeyInput,
): Promise<{ text: string; record: ApiKeyRecord }> {
  return storeApiKey(deps, caller, { ...input, text: newKeyText(deps.random) });
}

/** The same for a text chosen by the caller. */
export async function storeApiKey(
  deps: KeyDeps,
  { organizationId, createdBy }: Caller,
  { text, ...input }: ApiKeyInput & { text: string },
): Promise<{ text: string; record: ApiKeyRecord }> {
  const now = deps.clock.now();
  const stored: StoredApiKey = {
    id: deps.random.id(),
    name: input.name,
    hint: text.slice(-4),
    readsPerMinute: input.readsPerMinute ?? null,
    writesPerMinute: input.writesPerMinute ?? null,
    createdAt: now,
    createdBy,
    lastUsedAt: null,
    expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
    revokedAt: null,
  };
  await insertApiKey(deps.database, organizationId, { ...stored, hash: hashOfKey(text) });
  return { text, record: recordOf(stored, now) };
}

/** All keys of the organization, newest first, including revoked and expired ones. */
export async function allApiKeys(deps: Deps, organizationId: string): Promise<ApiKeyRecord[]> {
  const rows = await listApiKeys(deps.database, organizationId);
  return rows.map((row) => recordOf(row, deps.clock.now()));
}

/**
 * Revokes a key permanently, from its next request on.
 * @throws SvcError NOT_FOUND when the organization has no such key.
 */
export async function revokeKey(
  deps: Deps,
  organizationId: string,
  id: string,
): Promise<ApiKeyRecord> {
  const row = isUuid(id)
    ? await revokeApiKey(deps.database, organizationId, { id, at: deps.clock.now() })
    : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no API key '${id}'.`);
  return recordOf(row, deps.clock.now());
}

function newKeyText(random: Random): string {
  const characters = Array.from({ length: API_KEY_RANDOM_LENGTH }, () =>
    BASE62.charAt(random.integer(BASE62.length)),
  );
  return apiKeyText(characters.join(''));
}

function recordOf(row: StoredApiKey, now: Date): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    readsPerMinute: row.readsPerMinute,
    writesPerMinute: row.writesPerMinute,
    status: statusOf(row, now),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

function statusOf({ revokedAt, expiresAt }: StoredApiKey, now: Date): ApiKeyRecord['status'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
