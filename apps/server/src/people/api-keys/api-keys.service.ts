import { API_KEY_RANDOM_LENGTH, buildApiKey, BASE62 } from '@svc/contract/zod-free/api-key-text';
import type { ApiKeyInput, ApiKeyRecord, ListedApiKey } from '@svc/contract/people/api-keys';
import { hashApiKey } from './api-key-hash.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import type { Random } from '../../random.ts';
import { SvcError } from '../../errors.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { toKeyBounds } from './to-key-bounds.ts';
import { ApiKey } from '../../db/models/api-key.ts';
import { recordsOf, type RowOf } from '../../db/models/records.ts';
import { toApiKeyRecord, toListedApiKey } from './api-key-answer.ts';
import { insertKeyHash } from './api-keys.queries.ts';
import { cleanNames } from './key-rules.ts';

type KeyDeps = Pick<Deps, 'random' | 'clock'>;

/** `createdBy` names who made the key; null for the server itself. */
export type NewKey = ApiKeyInput & { createdBy: string | null };

/** Creates a key. Only this answer contains its text. */
export async function createApiKey(
  deps: KeyDeps,
  scope: Scope,
  key: NewKey,
): Promise<{ text: string; record: ApiKeyRecord }> {
  return storeApiKey(deps, scope, { ...key, text: generateKeyText(deps.random) });
}

/** Stores an API key whose text the caller chose. */
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
      projects: cleanNames(input.projects ?? null),
      branches: cleanNames(input.branches ?? null),
      mayClaimBase: input.mayClaimBase ?? true,
      readsPerMinute: input.readsPerMinute ?? null,
      writesPerMinute: input.writesPerMinute ?? null,
      createdAt: now,
      createdBy,
      expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
    });
    await insertKeyHash(scope, { id: row.id, hash: hashApiKey(text) });
    const { hint, scope: keyScope, readsPerMinute, writesPerMinute, expiresAt } = row;
    await recordAuditEntry(deps, scope, {
      action: 'apiKey.created',
      target: row,
      details: {
        hint,
        scope: keyScope,
        ...toKeyBounds(row),
        readsPerMinute,
        writesPerMinute,
        expiresAt,
      },
      ...(createdBy === null ? {} : { command: createdBy }),
    });
    return row;
  });
  return { text, record: toApiKeyRecord(stored, now) };
}

export const NEWEST_FIRST = [
  ['createdAt', 'DESC'],
  ['id', 'DESC'],
] as const;

/** All keys of the organization, newest first, including revoked and expired ones. */
export async function listAllApiKeys(
  deps: Pick<Deps, 'clock'>,
  scope: Scope,
): Promise<ApiKeyRecord[]> {
  const rows = await recordsOf(scope, ApiKey).findAll({ order: NEWEST_FIRST });
  return rows.map((row) => toApiKeyRecord(row, deps.clock.now()));
}

/**
 * Revokes a key permanently, from its next request on. A key that was revoked before keeps its time. `command` names
 * who does it without a principal.
 * @throws SvcError NOT_FOUND when the organization has no such key.
 */
export async function revokeKey(
  deps: KeyDeps,
  scope: Scope,
  id: string,
  command = 'svc',
): Promise<ApiKeyRecord> {
  return scope.transaction(async (scope) => {
    const before = await findKey(scope, id);
    const now = deps.clock.now();
    const [revoked] = await recordsOf(scope, ApiKey).update(
      { revokedAt: now },
      { id: before.id, revokedAt: null },
    );
    // Another transaction may have revoked the key meanwhile, at another time.
    if (revoked === undefined) return toApiKeyRecord(await findKey(scope, id), now);
    await recordAuditEntry(deps, scope, {
      action: 'apiKey.revoked',
      target: revoked,
      details: { hint: revoked.hint },
      command,
    });
    return toApiKeyRecord(revoked, now);
  });
}

/** Revokes a key for a user; the answer has the limits of the key. */
export async function revokeListedKey(deps: Deps, scope: Scope, id: string): Promise<ListedApiKey> {
  return toListedApiKey(deps, await revokeKey(deps, scope, id));
}

/** @throws SvcError NOT_FOUND, the same for a key of another organization as for none. */
export async function findKey(scope: Scope, id: string): Promise<RowOf<ApiKey>> {
  const row = isUuid(id) ? await recordsOf(scope, ApiKey).findOne({ id: id.toLowerCase() }) : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no API key '${id}'.`);
  return row;
}

function generateKeyText(random: Random): string {
  const characters = Array.from({ length: API_KEY_RANDOM_LENGTH }, () =>
    BASE62.charAt(random.integer(BASE62.length)),
  );
  return buildApiKey(characters.join(''));
}
