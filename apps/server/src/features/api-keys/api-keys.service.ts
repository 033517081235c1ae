import { API_KEY_RANDOM_LENGTH, apiKeyText, BASE62 } from '@svc/contract/api-key-text';
import type { ApiKeyInput, ApiKeyRecord } from '@svc/contract/api-keys';
import type { Scope } from '../../db/scope.ts';
import type { Deps, Random } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { hashOfKey } from '../../accounts/api-key-hash.ts';
import { isUuid } from '../../input/uuid.ts';
import { ApiKey } from '../../models/api-key.ts';
import { recordsOf, type RowOf } from '../../models/records.ts';
import { insertKeyHash } from './api-keys.queries.ts';

type KeyDeps = Pick<Deps, 'random' | 'clock'>;

/** `createdBy` names who made the key; null for the server itself. */
type NewKey = ApiKeyInput & { createdBy: string | null };

/** Creates a key. Only this answer contains its text. */
export async function createApiKey(
  deps: KeyDeps,
  scope: Scope,
  key: NewKey,
): Promise<{ text: string; record: ApiKeyRecord }> {
  return storeApiKey(deps, scope, { ...key, text: newKeyText(deps.random) });
}

/** The same for a text chosen by the caller. */
export async function storeApiKey(
  deps: KeyDeps,
  scope: Scope,
  { text, createdBy, ...input }: NewKey & { text: string },
): Promise<{ text: string; record: ApiKeyRecord }> {
  const now = deps.clock.now();
  const stored = await scope.transaction(async (scope) => {
    const row = await recordsOf(scope, ApiKey).create({
      id: deps.random.id(),
      name: input.name,
      hint: text.slice(-4),
      scope: input.scope ?? 'full',
      readsPerMinute: input.readsPerMinute ?? null,
      writesPerMinute: input.writesPerMinute ?? null,
      createdAt: now,
      createdBy,
      expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
    });
    await insertKeyHash(scope, { id: row.id, hash: hashOfKey(text) });
    return row;
  });
  return { text, record: recordOf(stored, now) };
}

/** All keys of the organization, newest first, including revoked and expired ones. */
export async function allApiKeys(deps: Pick<Deps, 'clock'>, scope: Scope): Promise<ApiKeyRecord[]> {
  const rows = await recordsOf(scope, ApiKey).findAll({
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  return rows.map((row) => recordOf(row, deps.clock.now()));
}

/**
 * Revokes a key permanently, from its next request on. A key that was revoked before keeps its time.
 * @throws SvcError NOT_FOUND when the organization has no such key.
 */
export async function revokeKey(
  deps: Pick<Deps, 'clock'>,
  scope: Scope,
  id: string,
): Promise<ApiKeyRecord> {
  const row = isUuid(id) ? await revokedRow(scope, { id, at: deps.clock.now() }) : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no API key '${id}'.`);
  return recordOf(row, deps.clock.now());
}

async function revokedRow(
  scope: Scope,
  { id, at }: { id: string; at: Date },
): Promise<RowOf<ApiKey> | null> {
  const keys = recordsOf(scope, ApiKey);
  const [revoked] = await keys.update({ revokedAt: at }, { id, revokedAt: null });
  return revoked ?? keys.findOne({ id });
}

function newKeyText(random: Random): string {
  const characters = Array.from({ length: API_KEY_RANDOM_LENGTH }, () =>
    BASE62.charAt(random.integer(BASE62.length)),
  );
  return apiKeyText(characters.join(''));
}

function recordOf(row: RowOf<ApiKey>, now: Date): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scope: row.scope,
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

function statusOf({ revokedAt, expiresAt }: RowOf<ApiKey>, now: Date): ApiKeyRecord['status'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
