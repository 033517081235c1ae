import type { Transaction } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';
import type { MailContent } from './mail-content.ts';
import { insertMail } from './mails.queries.ts';

/**
 * Queues a mail in the transaction of the change that it reports; a job sends it. Returns whether the server sends
 * mail.
 */
export async function queueMail(
  { config, random, clock }: Pick<Deps, 'config' | 'random' | 'clock'>,
  transaction: Transaction,
  mail: { recipient: string; content: MailContent },
): Promise<boolean> {
  if (config.mail === null) return false;
  await insertMail(transaction, { id: random.id(), ...mail, at: clock.now() });
  return true;
}
