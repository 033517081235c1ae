import { findLinkId } from '../mail/links.ts';
import { hashNewPassword } from '../users/passwords.ts';
import { requirePasswords } from '../users/require-passwords.ts';
import { findUserByEmail } from '../users/users.queries.ts';
import { storeVerification, takeVerification } from '../users/verifications.queries.ts';
import type { Transaction } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { queueMail } from '../mail/queue-mail.ts';
import {
  createOwnOrganization,
  formatOwnOrganizationName,
} from '../members/create-own-organization.ts';
import { makeUser, type NewPerson, type SignUp } from './make-user.ts';

const CONFIRM_MS = 24 * 60 * 60 * 1_000;

/** A sign-up that waits for the confirmation of its address. */
interface PendingSignUp {
  name: string;
  email: string;
  passwordHash: string;
}

/**
 * Makes an account and its own organization. On a server that sends mail, only the link in a mail makes it. If there is
 * an account with the address, nothing changes, and the answer does not reveal that.
 * @throws SvcError FORBIDDEN unless sign-up is open.
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
 * @throws SvcError NOT_FOUND when the link was used before, has expired or never existed, and unless sign-up is open.
 */
export async function confirmSignUp(
  deps: Deps,
  { token, address }: { token: string; address: string },
): Promise<{ email: string; next: 'sign-in' }> {
  requirePasswords(deps.config);
  const id = findLinkId(deps.config, 'sign-up', token);
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

async function makeUserWithOrganization(
  deps: Deps,
  transaction: Transaction,
  newUser: NewPerson,
): Promise<void> {
  const user = await makeUser(deps, transaction, newUser);
  if (user === null) return;
  const name = formatOwnOrganizationName(newUser.name);
  await createOwnOrganization(deps, transaction, { user, name });
}

/** Only the mail, which the owner of the address reads, reveals whether there is an account. */
async function askToConfirm(
  deps: Deps,
  transaction: Transaction,
  pending: PendingSignUp,
): Promise<void> {
  const id = deps.random.id();
  const at = deps.clock.now();
  const isKnown = (await findUserByEmail(transaction, pending.email)) !== null;
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
