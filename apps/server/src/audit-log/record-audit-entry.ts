import type { AuditAction } from '@svc/contract/people/audit-log';
import type { Principal } from '../principal.ts';
import type { TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { AuditEntry } from '../db/models/audit-entry.ts';
import { recordsOf } from '../db/models/records.ts';

export interface AuditedChange {
  action: AuditAction;
  /** `name` is what the target is called now; its kind is the part of the action before the dot. */
  target: { id: string; name: string };
  /** The changes, without secrets. */
  details?: Record<string, unknown>;
  /** The command that acted without a principal, such as `svc-admin`. */
  command?: string;
}

/** Adds an entry to the organization's audit log, in the transaction of the change that it reports. */
export async function recordAuditEntry(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  { action, target, details = {}, command = 'svc' }: AuditedChange,
): Promise<void> {
  const [targetKind = ''] = action.split('.');
  await recordsOf(scope, AuditEntry).create({
    id: random.id(),
    at: clock.now(),
    ...buildActor(scope.principal, command),
    action,
    targetKind,
    targetId: target.id,
    target: target.name,
    details,
  });
}

function buildActor(
  principal: Principal | null,
  command: string,
): Pick<AuditEntry, 'actorKind' | 'actorId' | 'actor' | 'address'> {
  if (principal === null) {
    return { actorKind: 'server', actorId: null, actor: command, address: null };
  }
  const { kind, name, address } = principal;
  return kind === 'session'
    ? { actorKind: 'user', actorId: principal.userId, actor: name, address }
    : { actorKind: 'apiKey', actorId: principal.id, actor: name, address };
}
