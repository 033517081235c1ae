import { recordAuditEntry } from '../audit-log/index.ts';
import { lockSettings } from '../db/lock-settings.queries.ts';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { QuotaSettings } from '../db/models/quota-settings.ts';
import { recordsOf } from '../db/models/records.ts';

/** The organization's own quotas: null for the server's default, 0 for no limit. */
export interface OwnQuotas {
  results: number | null;
  artifactBytes: number | null;
}

/** Changes these quotas of the organization. Applies from its next upload on. `command` is the author of the change. */
export async function changeQuotas(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { changes, command }: { changes: Partial<OwnQuotas>; command: string },
): Promise<void> {
  await scope.transaction(async (scope) => {
    await lockSettings(scope);
    const records = recordsOf(scope, QuotaSettings);
    const row = await records.findOne({});
    const before = { results: row?.results ?? null, artifactBytes: row?.artifactBytes ?? null };
    const after = { ...before, ...changes };
    await records.upsert(after);
    await recordAuditEntry(deps, scope, {
      action: 'settings.quota-changed',
      target: { id: 'quota', name: 'quota' },
      details: { before, after },
      command,
    });
  });
}
