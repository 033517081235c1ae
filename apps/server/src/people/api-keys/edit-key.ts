import type { ApiKeyChange, ListedApiKey } from '@svc/contract/people/api-keys';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { ApiKey } from '../../db/models/api-key.ts';
import { recordsOf, type RowOf } from '../../db/models/records.ts';
import { toApiKeyRecord, toListedApiKey } from './api-key-answer.ts';
import { lockKeyNames } from './api-keys.queries.ts';
import { findKey } from './api-keys.service.ts';
import { refuseBoundsOfFullKey, refusePast, refuseTakenName, cleanNames } from './key-rules.ts';

/**
 * Changes the name, the bounds, the expiry or the limits of a key, from its next request on. An expired key is active
 * again with a later expiry.
 * @throws SvcError NOT_FOUND when the organization has no such key; CONFLICT for a revoked key, and as `issueKey`.
 */
export async function editKey(
  deps: Deps,
  scope: Scope,
  { id, expiresAt, projects, branches, ...others }: ApiKeyChange,
): Promise<ListedApiKey> {
  return scope.transaction(async (scope) => {
    await lockKeyNames(scope);
    const before = await findKey(scope, id);
    if (before.revokedAt !== null) {
      throw new SvcError('CONFLICT', `The API key '${before.name}' is revoked.`, {
        hint: 'Create another one.',
      });
    }
    const changes = pickChanges(before, {
      ...others,
      ...(projects === undefined ? {} : { projects: cleanNames(projects) }),
      ...(branches === undefined ? {} : { branches: cleanNames(branches) }),
      ...(expiresAt === undefined
        ? {}
        : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    });
    const names = Object.keys(changes) as (keyof typeof changes)[];
    if (names.length === 0) return toKeyAnswer(deps, before);
    refuseBoundsOfFullKey({ ...before, ...changes });
    if (changes.expiresAt !== undefined) refusePast(deps, expiresAt ?? undefined);
    const name = changes.name ?? before.name;
    const revives = toApiKeyRecord(before, deps.clock.now()).status === 'expired';
    if (changes.name !== undefined || revives)
      await refuseTakenName(deps, scope, { name, id: before.id });
    const [after] = await recordsOf(scope, ApiKey).update(changes, { id: before.id });
    if (after === undefined) throw new Error('the key of an edit is gone');
    await recordAuditEntry(deps, scope, {
      action: 'apiKey.edited',
      target: after,
      details: {
        before: Object.fromEntries(names.map((field) => [field, before[field]])),
        after: changes,
      },
    });
    return toKeyAnswer(deps, after);
  });
}

type Changes = Partial<Pick<RowOf<ApiKey>, (typeof CHANGEABLE)[number]>>;

const CHANGEABLE = [
  'name',
  'projects',
  'branches',
  'mayClaimBase',
  'expiresAt',
  'readsPerMinute',
  'writesPerMinute',
] as const;

/** The values that differ from the row's. */
function pickChanges(
  row: RowOf<ApiKey>,
  wanted: { [Field in keyof Changes]?: Changes[Field] | undefined },
): Changes {
  const changed = CHANGEABLE.filter(
    (name) => wanted[name] !== undefined && toComparable(wanted[name]) !== toComparable(row[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}

function toComparable(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

function toKeyAnswer(deps: Deps, row: RowOf<ApiKey>): ListedApiKey {
  return toListedApiKey(deps, toApiKeyRecord(row, deps.clock.now()));
}
