import { findLinkId } from '../mail/links.ts';
import { hashNewPassword } from '../users/passwords.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { findInvitation, type FoundInvitation } from '../members/received-invitations.queries.ts';
import { joinOrganization } from '../members/join-organization.ts';
import { makeUser, type SignUp } from './make-user.ts';

/**
 * Makes the account of an invited user, who joins the organization. If there is an account with the invitation's
 * address, nothing changes, and the answer does not reveal that: a link must not show its inviter who has an account.
 * @throws SvcError FORBIDDEN when sign-up is closed, and as `requireLinkedInvitation` does.
 */
export async function signUpByInvitation(
  deps: Deps,
  { invitation: token, ...signUp }: SignUp & { invitation: string },
): Promise<{ email: string; next: 'sign-in' }> {
  if (deps.config.signUp === 'closed') {
    throw new SvcError('FORBIDDEN', 'Nobody can sign up to this server.', {
      hint: 'If you have an account, sign in to accept the invitation.',
    });
  }
  const invitation = await requireLinkedInvitation(deps, token);
  const passwordHash = await hashNewPassword(deps, signUp, signUp.password);
  const { email } = invitation;
  await deps.database.transaction(async (transaction) => {
    const user = await makeUser(deps, transaction, { ...signUp, email, passwordHash });
    if (user === null || (await joinOrganization(deps, transaction, { user, invitation }))) return;
    throw buildInvitationNotFoundError();
  });
  return { email, next: 'sign-in' };
}

/**
 * Finds a pending invitation by the last part of its link.
 * @throws SvcError NOT_FOUND when it was accepted, revoked or has expired, or never existed.
 */
export async function requireLinkedInvitation(deps: Deps, token: string): Promise<FoundInvitation> {
  const id = findLinkId(deps.config, 'invitation', token);
  const at = deps.clock.now();
  const found = id === null ? null : await findInvitation(deps.database, { id, at });
  if (found === null) throw buildInvitationNotFoundError();
  return found;
}

function buildInvitationNotFoundError(): SvcError {
  return new SvcError('NOT_FOUND', 'The invitation has expired, was revoked or was used before.', {
    hint: 'Ask for a new one.',
  });
}
