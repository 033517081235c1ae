import { insertMember } from './members.queries.ts';
import type { SignedInUser } from '../../principal.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { Transaction } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';
import { createActingScope } from './acting-scope.ts';
import { takeInvitation, type FoundInvitation } from './received-invitations.queries.ts';

/** Somebody who joins or founds an organization. */
export type JoiningUser = Pick<SignedInUser, 'id' | 'email' | 'address'> & { sessionId?: string };

/**
 * Makes the invited user a member, and uses the invitation up, in the given transaction. Returns false when the
 * invitation is no longer pending. A user who is a member already keeps the role.
 */
export async function joinOrganization(
  deps: Pick<Deps, 'clock' | 'random'>,
  transaction: Transaction,
  { user, invitation }: { user: JoiningUser; invitation: FoundInvitation },
): Promise<boolean> {
  const at = deps.clock.now();
  const { role, organizationId } = invitation;
  return createActingScope(transaction, user, { organizationId, role }).transaction(
    async (scope) => {
      if (!(await takeInvitation(scope, { id: invitation.id, at }))) return false;
      const member = { id: deps.random.id(), userId: user.id, role, at };
      if (!(await insertMember(scope, member))) return true;
      await recordAuditEntry(deps, scope, {
        action: 'member.joined',
        target: { id: user.id, name: user.email },
        details: { role, invitedBy: invitation.invitedBy },
      });
      return true;
    },
  );
}
