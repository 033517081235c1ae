import type {
  QuarantineChange,
  QuarantineEntry as EntryAnswer,
} from '@svc/contract/gate/quarantine';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { lockSettings } from '../../db/lock-settings.queries.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { QuarantineEntry } from '../../db/models/quarantine-entry.ts';
import { recordsOf } from '../../db/models/records.ts';
import { formatQuarantinedTitle } from '../excusals/quarantined-title.ts';
import type { ListedEntry } from './entries.queries.ts';
import { openListedEntry, readEntry } from './entries.service.ts';
import { deriveEntryState } from './entry-answer.ts';
import {
  parseExpiry,
  refuseOverlap,
  refuseTooMany,
  refuseUnknownFingerprints,
} from './entry-rules.ts';

const FACTS = ['fingerprints', 'reason', 'owner', 'expiresAt'] as const;
type Facts = Pick<ListedEntry, (typeof FACTS)[number]>;

/**
 * Changes an entry. A later expiry makes an expired entry active again. Failures that it excused before stay excused.
 * @throws SvcError NOT_FOUND as `readEntry`; BAD_REQUEST as `addEntry`; CONFLICT as `addEntry`, and for a lifted entry.
 */
export async function editEntry(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { id, fingerprints, expiresAt, ...change }: QuarantineChange,
): Promise<EntryAnswer> {
  const now = deps.clock.now();
  return scope.transaction(async (scope) => {
    await lockSettings(scope);
    const before = await readEntry(scope, id);
    refuseLifted(before);
    const after: Facts = {
      fingerprints:
        fingerprints === undefined
          ? before.fingerprints
          : fingerprints === 'any'
            ? null
            : fingerprints,
      reason: change.reason ?? before.reason,
      owner: change.owner === undefined ? before.owner : change.owner,
      expiresAt: expiresAt === undefined ? before.expiresAt : parseExpiry(expiresAt, now),
    };
    const changed = FACTS.filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    if (changed.length === 0) return openListedEntry(deps, scope, id);
    if (after.fingerprints !== null && changed.includes('fingerprints')) {
      const { projectId } = before;
      await refuseUnknownFingerprints(scope, { projectId, fingerprints: after.fingerprints });
    }
    if (after.expiresAt > now) {
      if (deriveEntryState(before, now) !== 'active') await refuseTooMany(scope, now);
      await refuseOverlap(scope, { ...before, ...after }, now);
    }
    await recordsOf(scope, QuarantineEntry).update({ ...after, changedAt: now }, { id: before.id });
    const factsOf = (facts: Facts) =>
      Object.fromEntries<unknown>(
        changed.map((name) => [
          name,
          name === 'fingerprints' ? (facts.fingerprints ?? 'any') : facts[name],
        ]),
      );
    await recordAuditEntry(deps, scope, {
      action: 'quarantine.edited',
      target: { id: before.id, name: formatQuarantinedTitle(before.titlePath) },
      details: { before: factsOf(before), after: factsOf(after) },
    });
    return openListedEntry(deps, scope, id);
  });
}

function refuseLifted({ id, endedAt, endedBy }: ListedEntry): void {
  if (endedAt === null) return;
  throw new SvcError(
    'CONFLICT',
    `The quarantine entry '${id}' was lifted by ${endedBy ?? 'the server'} at ${endedAt.toISOString()}.`,
    { hint: 'Add a new entry.' },
  );
}
