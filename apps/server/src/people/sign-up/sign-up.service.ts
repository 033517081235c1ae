import type { ShownInvitation, SignUpAnswer, SignUpInput } from '@svc/contract/people/account';
import type { Deps } from '../../deps.ts';
import { requirePasswords } from '../users/require-passwords.ts';
import { signUpOpenly } from './open-sign-up.ts';
import { requireLinkedInvitation, signUpByInvitation } from './sign-up-by-invitation.ts';

/** Makes an account by an invitation, or by an e-mail address if sign-up is open. */
export async function signUp(
  deps: Deps,
  input: SignUpInput,
  address: string,
): Promise<SignUpAnswer> {
  requirePasswords(deps.config);
  const { name, password, email, invitation } = input;
  const visitor = { name, password, address };
  return email === undefined
    ? signUpByInvitation(deps, { ...visitor, invitation: invitation ?? '' })
    : signUpOpenly(deps, { ...visitor, email });
}

/** The data of an invitation's page. It does not reveal whether the address has an account. */
export async function showInvitation(deps: Deps, token: string): Promise<ShownInvitation> {
  const { organizationName, email, role, invitedBy, expiresAt } = await requireLinkedInvitation(
    deps,
    token,
  );
  return {
    organization: organizationName,
    email,
    role,
    invitedBy,
    expiresAt: expiresAt.toISOString(),
  };
}
