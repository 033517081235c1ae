import { findLinkId } from '../mail/links.ts';
import { hashNewPassword } from '../users/passwords.ts';
import { requirePasswords } from '../users/require-passwords.ts';
import { findUserId, verifyEmail } from '../users/resets.queries.ts';
import { takeVerification } from '../users/verifications.queries.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { setPassword } from './set-password.ts';

/**
 * Mails a link to the user with this address, if there is one; an earlier link ends then. Neither the answer nor its
 * time reveals whether there is one: only the job that sends the mail looks for the user.
 * @throws SvcError BAD_REQUEST when the server sends no mail.
 */
export async function requestPasswordReset(deps: Deps, email: string): Promise<void> {
  requirePasswords(deps.config);
  if (deps.config.mail === null) {
    throw new SvcError('BAD_REQUEST', 'This server sends no mail, so it cannot mail a link.', {
      hint: 'Ask its operator, who can: svc-admin users reset-password <e-mail>.',
    });
  }
  const content = { kind: 'password-reset' } as const;
  await deps.database.transaction((transaction) =>
    queueMail(deps, transaction, { recipient: email, content }),
  );
}

/**
 * Sets a new password with the link from the mail, once, and ends all sessions of the user.
 * @throws SvcError NOT_FOUND when the link was used before, has expired or never existed.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  requirePasswords(deps.config);
  const id = findLinkId(deps.config, 'password-reset', token);
  if (id === null) throw buildInvalidLinkError();
  const passwordHash = await hashNewPassword(deps, { address }, password);
  await deps.database.transaction(async (transaction) => {
    const at = deps.clock.now();
    const reset = await takeVerification<{ userId: string }>(transaction, {
      id,
      purpose: 'password-reset',
      at,
    });
    const user = reset === null ? null : await findUserId(transaction, reset.userId);
    if (user === null) throw buildInvalidLinkError();
    await verifyEmail(transaction, user.id);
    await setPassword(deps, transaction, {
      user,
      passwordHash,
      mustChangePassword: false,
      keepSessionId: null,
      action: 'member.password-reset',
      address,
    });
  });
}

function buildInvalidLinkError(): SvcError {
  return new SvcError('NOT_FOUND', 'The link has expired, or was used before.', {
    hint: 'Ask for a new one.',
  });
}
