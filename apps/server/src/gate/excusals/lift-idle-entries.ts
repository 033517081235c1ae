import { MIN_RUNS } from '@svc/contract/executions/outcomes';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { lockSettings } from '../../db/lock-settings.queries.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { workInEachOrganization } from '../../db/work-through-organizations.ts';
import type { Deps } from '../../deps.ts';
import { QuarantineEntry } from '../../db/models/quarantine-entry.ts';
import { recordsOf } from '../../db/models/records.ts';
import { listIdleEntries, listOrganizationsWithIdleEntries } from './idle-entries.queries.ts';
import { formatQuarantinedTitle } from './quarantined-title.ts';

const IDLE_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Lifts the entries that excused no failure for 14 days and whose test has recovered, in every organization: its state
 * is healthy, and since then it passed in at least 5 executions and failed in none. The entry was neither added nor
 * changed in that time. Safe on several servers. Returns the number of entries.
 */
export function liftIdleEntries({
  database,
  clock,
  random,
}: Pick<Deps, 'database' | 'clock' | 'random'>): Promise<number> {
  const now = clock.now();
  const idleSince = new Date(now.getTime() - IDLE_DAYS * DAY_MS);
  return workInEachOrganization(
    database,
    () => listOrganizationsWithIdleEntries(database, { now, idleSince }),
    (organization) =>
      organization.transaction((scope) => liftIn({ clock, random }, scope, { now, idleSince })),
  );
}

async function liftIn(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  times: { now: Date; idleSince: Date },
): Promise<number> {
  // Nobody changes an entry between the look and the lift.
  await lockSettings(scope);
  const idle = await listIdleEntries(scope, { ...times, minRuns: MIN_RUNS });
  for (const { id, titlePath, ...facts } of idle) {
    await recordsOf(scope, QuarantineEntry).update(
      { endedAt: times.now, endedBy: 'server' },
      { id },
    );
    await recordAuditEntry(deps, scope, {
      action: 'quarantine.lifted',
      target: { id, name: formatQuarantinedTitle(titlePath) },
      details: { ...facts, why: `excused nothing for ${IDLE_DAYS} days, and the test passes` },
    });
  }
  return idle.length;
}
