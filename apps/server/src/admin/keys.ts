import { keyBoundsFacts } from '@svc/analysis/text/key-bounds';
import type { ApiKeyInput, ApiKeyRecord } from '@svc/contract/people/api-keys';
import { scopeOf } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { allApiKeys, revokeKey } from '../people/api-keys/api-keys.service.ts';
import { issueKey } from '../people/api-keys/issue-key.ts';
import { sayError } from '../process/say.ts';
import { textTable } from './text-table.ts';
import type { Organization } from './with-store.ts';

export async function createKey(
  deps: Deps,
  organization: Organization,
  input: ApiKeyInput,
): Promise<string[]> {
  const scope = scopeOf(deps.database, organization.id);
  const { text, key } = await issueKey(deps, scope, { ...input, createdBy: 'svc-admin' });
  // Goes to standard error, so that KEY=$(… keys create …) captures the key alone.
  const may = key.scope === 'full' ? 'read and write' : 'upload';
  const bounds = keyBoundsFacts(key).map((fact) => `, ${fact}`);
  sayError(
    `'${key.name}' may ${may} in organization ${organization.name}${bounds.join('')}. The key is shown this once:`,
  );
  return [text];
}

export async function listKeys(
  deps: Deps,
  organization: Organization,
  asJson: boolean,
): Promise<string[]> {
  const records = await allApiKeys(deps, scopeOf(deps.database, organization.id));
  if (asJson) return [JSON.stringify(records, null, 2)];
  if (records.length === 0) return ['There are no keys. Make one: svc-admin keys create --name CI'];
  return textTable([
    ['ID', 'KEY', 'SCOPE', 'STATUS', 'LAST USED', 'BOUNDS', 'NAME'],
    ...records.map(row),
  ]);
}

export async function revokeKeyById(
  deps: Deps,
  organization: Organization,
  id: string,
): Promise<string[]> {
  const record = await revokeKey(deps, scopeOf(deps.database, organization.id), id, 'svc-admin');
  return [`'${record.name}' (svc_…${record.hint}) is revoked since ${record.revokedAt}.`];
}

function row(record: ApiKeyRecord): string[] {
  const lastUsed = record.lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never';
  const bounds = keyBoundsFacts(record).join(', ') || '-';
  return [
    record.id,
    `svc_…${record.hint}`,
    record.scope,
    record.status,
    lastUsed,
    bounds,
    record.name,
  ];
}
