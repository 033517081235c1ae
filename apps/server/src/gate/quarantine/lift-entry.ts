import type { QuarantineEntry as EntryAnswer } from '@svc/contract/gate/quarantine';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { lockSettings } from '../../db/lock-settings.queries.ts';
import type { RequestScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { QuarantineEntry } from '../../db/models/quarantine-entry.ts';
import { recordsOf } from '../../db/models/records.ts';
import { formatQuarantinedTitle } from '../excusals/quarantined-title.ts';
import { openListedEntry, readEntry } from './entries.service.ts';
import { deriveEntryState } from './entry-answer.ts';

/**
 * Ends an entry: from now on it excuses no failure. The entry stays in the list with the failures that it excused. An
 * entry that has ended already does not change.
 * @throws SvcError NOT_FOUND as `readEntry`.
 */
export async function liftEntry(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: RequestScope,
  id: string,
): Promise<EntryAnswer> {
  const endedBy = scope.principal.name;
  return scope.transaction(async (scope) => {
    await lockSettings(scope);
    const before = await readEntry(scope, id);
    const now = deps.clock.now();
    if (deriveEntryState(before, now) === 'active') {
      await recordsOf(scope, QuarantineEntry).update({ endedAt: now, endedBy }, { id: before.id });
      await recordAuditEntry(deps, scope, {
        action: 'quarantine.lifted',
        target: { id: before.id, name: formatQuarantinedTitle(before.titlePath) },
        details: {
          testId: before.testId,
          reason: before.reason,
          owner: before.owner,
          excusedCount: before.excusedCount,
        },
      });
    }
    return openListedEntry(deps, scope, id);
  });
}
