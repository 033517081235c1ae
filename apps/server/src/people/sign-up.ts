import { idInLink } from '../accounts/links.ts';
import { hashNewPassword } from '../accounts/passwords.ts';
import { insertUser, isKnownEmail } from '../accounts/users.queries.ts';
import { storeVerification, takeVerification } from '../accounts/verifications.queries.ts';
import type { Transaction } from '../db/statements.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { foundOrganization, ownOrganizationName } from './found-organization.ts';
import { findInvitation, type FoundInvitation } from './invitations.queries.ts';
import { joinOrganization } from './join-organization.ts';

const CONFIRM_MS = 24 * 60 * 60 * 1_000;

export interface SignUp {
  name: string;
  password: string;
  address: string;
}

/** A sign-up that waits for the confirmation of its address. */
interface PendingSignUp {
  name: string;
  email: string;
  passwordHash: string;
}

/**
 * Finds a pending invitation by the last part of its link.
 * @throws SvcError NOT_FOUND when it was accepted, revoked or has expired, or never was.
 */
export async function invitationInLink(deps: Deps, token: string): Promise<FoundInvitation> {
  const id = idInLink(deps.config, 'invitation', token);
  const at = deps.clock.now();
  const found = id === null ? null : await findInvitation(deps.database, { id, at });
  if (found === null) {
    throw new SvcError('NOT_FOUND', 'The invitation has expired, was revoked or was used before.', {
      hint: 'Ask for a new one.',
    });
  }
  return found;
}

/**
 * Makes the account of an invited user, who joins the organization. If there is an account with the invitation's
 * address, nothing changes, and the caller cannot tell: a link must not tell its inviter who has an account.
 * @throws SvcError FORBIDDEN when nobody may sign up, and as `invitationInLink` does.
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
  const invitation = await invitationInLink(deps, token);
  const passwordHash = await hashNewPassword(deps, signUp, signUp.password);
  const { email } = invitation;
  await deps.database.transaction(async (transaction) => {
    const user = await makeUser(deps, transaction, { ...signUp, email, passwordHash });
    if (user !== null) await joinOrganization(deps, transaction, { user, invitation });
  });
  return { email, next: 'sign-in' };
}

/**
 * Makes an account with an organization of its own. On a server that sends mail, only the link in a mail makes it. If
 * there is an account with the address, nothing changes, and the caller cannot tell.
 * @throws SvcError FORBIDDEN unless anybody may sign up.
 */
export async function signUpOpenly(
  deps: Deps,
  { email, ...signUp }: SignUp & { email: string },
): Promise<{ email: string; next: 'sign-in' | 'confirm' }> {
  if (deps.config.signUp !== 'open') {
    throw new SvcError('FORBIDDEN', 'To sign up to this server, you need an invitation.', {
      hint: 'Ask an admin or owner of an organization for one.',
    });
  }
  const passwordHash = await hashNewPassword(deps, signUp, signUp.password);
  const pending = { name: signUp.name, email, passwordHash };
  await deps.database.transaction((transaction) =>
    deps.config.mail === null
      ? makeUserWithOrganization(deps, transaction, { ...pending, ...signUp, emailVerified: false })
      : askToConfirm(deps, transaction, pending),
  );
  return { email, next: deps.config.mail === null ? 'sign-in' : 'confirm' };
}

/**
 * Makes the account that waited for the confirmation of its address.
 * @throws SvcError NOT_FOUND when the link was used before, has expired or never was; FORBIDDEN unless anybody may
 * sign up.
 */
export async function confirmSignUp(
  deps: Deps,
  { token, address }: { token: string; address: string },
): Promise<{ email: string; next: 'sign-in' }> {
  const id = idInLink(deps.config, 'sign-up', token);
  const at = deps.clock.now();
  const email = await deps.database.transaction(async (transaction) => {
    const pending =
      id === null || deps.config.signUp !== 'open'
        ? null
        : await takeVerification<PendingSignUp>(transaction, { id, purpose: 'sign-up', at });
    if (pending === null) return null;
    const user = { ...pending, address, emailVerified: true };
    await makeUserWithOrganization(deps, transaction, user);
    return pending.email;
  });
  if (email !== null) return { email, next: 'sign-in' };
  throw new SvcError('NOT_FOUND', 'The link has expired, or was used before.', {
    hint: 'If you cannot sign in, sign up again.',
  });
}

interface NewUser extends PendingSignUp {
  address: string;
  /** Whether a mail proved that the address is the user's. The link of an invitation is known to its inviter too. */
  emailVerified?: boolean;
}

/** Null when there is an account with the address. */
async function makeUser(
  { random, clock }: Deps,
  transaction: Transaction,
  { name, email, passwordHash, address, emailVerified = false }: NewUser,
): Promise<{ id: string; email: string; address: string } | null> {
  const id = random.id();
  const isMade = await insertUser(transaction, {
    id,
    accountId: random.id(),
    name,
    email,
    emailVerified,
    passwordHash,
    mustChangePassword: false,
    at: clock.now(),
  });
  return isMade ? { id, email, address } : null;
}

async function makeUserWithOrganization(
  deps: Deps,
  transaction: Transaction,
  newUser: NewUser,
): Promise<void> {
  const user = await makeUser(deps, transaction, newUser);
  if (user === null) return;
  const name = ownOrganizationName(newUser.name);
  await foundOrganization(deps, { user, name }, transaction);
}

/** Only the owner of the address learns from the mail whether there is an account. */
async function askToConfirm(
  deps: Deps,
  transaction: Transaction,
  pending: PendingSignUp,
): Promise<void> {
  const id = deps.random.id();
  const at = deps.clock.now();
  const isKnown = await isKnownEmail(transaction, pending.email);
  await storeVerification(transaction, {
    id,
    identifier: `sign-up:${pending.email}`,
    value: isKnown ? {} : pending,
    expiresAt: isKnown ? at : new Date(at.getTime() + CONFIRM_MS),
    at,
  });
  await queueMail(deps, transaction, {
    recipient: pending.email,
    content: isKnown ? { kind: 'sign-up-known' } : { kind: 'sign-up', verificationId: id },
  });
}
