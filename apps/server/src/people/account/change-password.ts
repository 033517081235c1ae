import { findCredential } from '../users/credentials.queries.ts';
import { hashNewPassword, isPassword } from '../users/passwords.ts';
import { lockUser } from '../users/users.queries.ts';
import type { SignedInUser } from '../../principal.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { setPassword } from './set-password.ts';
import { requirePasswords } from '../users/require-passwords.ts';

/**
 * Changes the password of a signed-in user, and ends their other sessions.
 * @throws SvcError BAD_REQUEST when the current password is wrong or the new one is the same; FORBIDDEN for a user
 * without a password.
 */
export async function changePassword(
  deps: Deps,
  user: SignedInUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  requirePasswords(deps.config);
  const who = { id: user.id };
  const hash = (await findCredential(deps, who))?.passwordHash ?? null;
  if (hash === null) {
    throw new SvcError('FORBIDDEN', 'The account has no password: it signs in with a provider.', {
      hint: 'To set a password, reset it.',
    });
  }
  if (!(await isPassword(deps, user, { password: currentPassword, hash }))) {
    throw buildWrongPasswordError();
  }
  if (newPassword === currentPassword) {
    throw buildFieldError('newPassword', 'The new password is the same as the current one.');
  }
  const passwordHash = await hashNewPassword(deps, user, newPassword);
  await deps.database.transaction(async (transaction) => {
    await lockUser(transaction, user.id);
    // A reset in the meantime takes the account back from a person who knew the former password.
    if ((await findCredential({ database: transaction }, who))?.passwordHash !== hash)
      throw buildWrongPasswordError();
    await setPassword(deps, transaction, {
      user,
      passwordHash,
      mustChangePassword: false,
      keepSessionId: user.sessionId,
      action: 'member.password-changed',
      address: user.address,
    });
  });
}

function buildWrongPasswordError(): SvcError {
  return buildFieldError('currentPassword', 'The current password is wrong.');
}

/** Whether a change of the account or its deletion was refused for its password. */
export function isWrongPassword(error: unknown): boolean {
  if (!(error instanceof SvcError)) return false;
  return error.details?.some(({ path }) => ['currentPassword', 'password'].includes(path)) === true;
}

/** The refusal of one field of a form. */
export function buildFieldError(path: string, sentence: string): SvcError {
  return new SvcError('BAD_REQUEST', sentence, { details: [{ path, message: sentence }] });
}
