import { switchSession } from './own-organizations.queries.ts';
import type { SignedInUser } from '../../principal.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { joinOrganization } from '../members/join-organization.ts';
import { requireLinkedInvitation } from '../sign-up/sign-up-by-invitation.ts';

/**
 * Makes the signed-in user a member of the organization that invites them; the session acts for it from now on.
 * Returns its id.
 * @throws SvcError FORBIDDEN when the invitation is for another e-mail address, and as `requireLinkedInvitation` does.
 */
export async function acceptInvitation(
  deps: Deps,
  user: SignedInUser,
  token: string,
): Promise<{ id: string; name: string }> {
  const invitation = await requireLinkedInvitation(deps, token);
  if (invitation.email !== user.email) {
    throw new SvcError(
      'FORBIDDEN',
      `The invitation is for '${invitation.email}', and you are signed in as '${user.email}'.`,
      { hint: `Sign out, and sign in or sign up as '${invitation.email}'.` },
    );
  }
  const hasJoined = await deps.database.transaction((transaction) =>
    joinOrganization(deps, transaction, { user, invitation }),
  );
  // Another request used it up in the meantime, or the organization is gone.
  if (!hasJoined || !(await switchSession(deps, user, invitation.organizationId))) {
    await requireLinkedInvitation(deps, token);
  }
  return { id: invitation.organizationId, name: invitation.organizationName };
}
