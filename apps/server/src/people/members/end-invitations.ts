import type { Role } from '../../principal.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { endInvitationsBy } from './invitations.queries.ts';

/** The roles that a user with the role can invite others with. */
const INVITES_AS: Record<Role, readonly Role[]> = {
  owner: ['owner', 'admin', 'member'],
  admin: ['admin', 'member'],
  member: [],
};

/**
 * Revokes the pending invitations that the user sent and could not send with the role that they have from now on; null
 * is no role. Otherwise they could come back, or rise again, by an invitation of their own.
 */
export async function endInvitationsBeyond(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  { userId, role }: { userId: string; role: Role | null },
): Promise<void> {
  const kept = role === null ? [] : INVITES_AS[role];
  for (const ended of await endInvitationsBy(scope, { userId, kept })) {
    await recordAuditEntry(deps, scope, {
      action: 'member.invitation-revoked',
      target: { id: ended.id, name: ended.email },
      details: { role: ended.role },
    });
  }
}
