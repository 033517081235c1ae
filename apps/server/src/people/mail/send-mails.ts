import type { Transporter } from 'nodemailer';
import { storeResetIfKnown } from '../users/resets.queries.ts';
import type { Deps } from '../../deps.ts';
import { openMailTransport } from './mail-transport.ts';
import { claimMails, deleteMail, isPendingInvitation, type QueuedMail } from './mails.queries.ts';
import { renderMail } from './render-mail.ts';

const AT_ONCE = 10;
// The tries and the pauses between them take four hours: longer than a usual outage of a mail server.
const TRIES = 10;
// How long the link of a password reset is valid.
const RESET_MS = 60 * 60 * 1_000;

/**
 * Returns a job that sends the queued mails that are due. A mail is sent at least once, and marked as failed after the
 * last try. `onError` receives each failed try, without the mail's text.
 */
export function createMailSender(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
): (onError: (error: unknown) => void) => Promise<void> {
  const { mail } = deps.config;
  if (mail === null) return async () => {};
  let transport: Promise<Transporter> | undefined;
  return async (onError) => {
    const due = await claimMails(deps.database, deps.clock.now(), AT_ONCE);
    if (due.length === 0) return;
    const transporter = await (transport ??= openMailTransport(mail, deps.config));
    for (const one of due) {
      try {
        if (await storeResetPermission(deps, one)) {
          await transporter.sendMail({ from: mail.from, ...renderMail(deps.config, one) });
        }
        await deleteMail(deps.database, one.id);
      } catch (error) {
        await fail(deps, one, { error, onError });
      }
    }
  };
}

/**
 * Stores the permission of a password reset. False when the mail's link would be useless: the invitation has ended, or
 * there is no account with the address.
 */
async function storeResetPermission(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { id, recipient, content }: QueuedMail,
): Promise<boolean> {
  const at = clock.now();
  if (content.kind === 'invitation') {
    return isPendingInvitation(database, { id: content.invitationId, at });
  }
  if (content.kind !== 'password-reset') return true;
  const expiresAt = new Date(at.getTime() + RESET_MS);
  return database.transaction((transaction) =>
    storeResetIfKnown(transaction, { id, email: recipient, expiresAt, at }),
  );
}

async function fail(
  { database }: Pick<Deps, 'database'>,
  { id, recipient, content, tries }: QueuedMail,
  { error, onError }: { error: unknown; onError: (error: unknown) => void },
): Promise<void> {
  const isLast = tries >= TRIES;
  const next = isLast ? 'and is given up' : 'and will be tried again';
  onError(
    new Error(`the mail '${content.kind}' to ${recipient} failed at try ${tries}, ${next}`, {
      cause: error,
    }),
  );
  if (isLast) await deleteMail(database, id);
}
