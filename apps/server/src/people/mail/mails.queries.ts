import type { Database } from '../../db/connections/database.ts';
import type { Statements } from '../../db/statements.ts';
import type { MailContent } from './mail-content.ts';

export async function insertMail(
  statements: Statements,
  { id, recipient, content, at }: { id: string; recipient: string; content: MailContent; at: Date },
): Promise<void> {
  await statements.query(
    `INSERT INTO mails (id, recipient, content, created_at, next_try_at) VALUES ($1, $2, $3, $4, $4)`,
    [id, recipient, JSON.stringify(content), at],
  );
}

export interface QueuedMail {
  id: string;
  recipient: string;
  content: MailContent;
  /** Includes the try that the claim is for. */
  tries: number;
}

/**
 * Claims due mails for this server: until the next try is due, no server claims them again. The pause after a failed
 * try doubles from a minute up to an hour. Uses mails_by_next_try.
 */
export function claimMails(database: Database, at: Date, limit: number): Promise<QueuedMail[]> {
  return database.query<QueuedMail>(
    `UPDATE mails
     SET tries = tries + 1,
         next_try_at = $1::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ tries)
     WHERE id IN (
       SELECT id
       FROM mails
       WHERE next_try_at <= $1
       ORDER BY next_try_at
       LIMIT $2
       FOR UPDATE SKIP LOCKED
     )
     RETURNING id, recipient, content, tries`,
    [at, limit],
  );
}

/** Whether the invitation can still be accepted: it may have been revoked, or replaced by a newer one. */
export async function isPendingInvitation(
  database: Database,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const rows = await database.query(
    `SELECT 1 FROM invitations WHERE id = $1 AND status = 'pending' AND expires_at > $2`,
    [id, at],
  );
  return rows.length > 0;
}

export async function deleteMail(database: Database, id: string): Promise<void> {
  await database.query('DELETE FROM mails WHERE id = $1', [id]);
}
