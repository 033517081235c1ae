import { formatKeyBounds } from '@svc/analysis/text/key-bounds';
import type { ApiKeyInput, ApiKeyRecord } from '@svc/contract/people/api-keys';
import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { listAllApiKeys, revokeKey, issueKey } from '../../people/index.ts';
import { sayError } from '../../process/say.ts';
import { formatTable } from '../text-table.ts';
import type { CommandOrganization } from '../with-store.ts';

export async function createKey(
  deps: Deps,
  organization: CommandOrganization,
  input: ApiKeyInput,
): Promise<string[]> {
  const scope = createScope(deps.database, organization.id);
  const { text, key } = await issueKey(deps, scope, { ...input, createdBy: 'svc-admin' });
  // Goes to standard error, so that KEY=$(… keys create …) captures the key alone.
  const may = key.scope === 'full' ? 'read and write' : 'upload';
  const bounds = formatKeyBounds(key).map((fact) => `, ${fact}`);
  sayError(
    `'${key.name}' may ${may} in organization ${organization.name}${bounds.join('')}. The key is shown this once:`,
  );
  return [text];
}

export async function listKeys(
  deps: Deps,
  organization: CommandOrganization,
  asJson: boolean,
): Promise<string[]> {
  const records = await listAllApiKeys(deps, createScope(deps.database, organization.id));
  if (asJson) return [JSON.stringify(records, null, 2)];
  if (records.length === 0) return ['There are no keys. Make one: svc-admin keys create --name CI'];
  return formatTable([
    ['ID', 'KEY', 'SCOPE', 'STATUS', 'LAST USED', 'BOUNDS', 'NAME'],
    ...records.map(formatKeyRow),
  ]);
}

export async function revokeKeyById(
  deps: Deps,
  organization: CommandOrganization,
  id: string,
): Promise<string[]> {
  const record = await revokeKey(
    deps,
    createScope(deps.database, organization.id),
    id,
    'svc-admin',
  );
  return [`'${record.name}' (svc_…${record.hint}) is revoked since ${record.revokedAt}.`];
}

function formatKeyRow(record: ApiKeyRecord): string[] {
  const lastUsed = record.lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never';
  const bounds = formatKeyBounds(record).join(', ') || '-';
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
