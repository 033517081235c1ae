import type { ShownInvitation, SignUpAnswer, SignUpInput } from '@svc/contract/people/account';
import type { Deps } from '../../deps.ts';
import { signUpOpenly } from '../membership/open-sign-up.ts';
import {
  requireLinkedInvitation,
  signUpByInvitation,
} from '../membership/sign-up-by-invitation.ts';

export { acceptInvitation } from '../membership/accept-invitation.ts';
export { confirmSignUp } from '../membership/open-sign-up.ts';

/** Makes an account by an invitation, or by an e-mail address where anybody may sign up. */
export function signUp(deps: Deps, input: SignUpInput, address: string): Promise<SignUpAnswer> {
  const { name, password, email, invitation } = input;
  const visitor = { name, password, address };
  return email === undefined
    ? signUpByInvitation(deps, { ...visitor, invitation: invitation ?? '' })
    : signUpOpenly(deps, { ...visitor, email });
}

/** What the page of an invitation shows. It does not tell whether the address has an account. */
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
