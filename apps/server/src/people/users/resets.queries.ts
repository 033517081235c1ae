import type { Statements, Transaction } from '../../db/statements.ts';

/**
 * Stores that the user with this address may reset their password with a link, which replaces an earlier link. Returns
 * false when there is no such user.
 */
export async function storeResetIfKnown(
  transaction: Transaction,
  { id, email, expiresAt, at }: { id: string; email: string; expiresAt: Date; at: Date },
): Promise<boolean> {
  await transaction.query(
    `DELETE FROM verifications
     WHERE identifier = (SELECT 'password-reset:' || id FROM users WHERE email = $1)`,
    [email],
  );
  const rows = await transaction.query(
    `INSERT INTO verifications (id, identifier, value, expires_at, created_at, updated_at)
     SELECT $1, 'password-reset:' || id, json_build_object('userId', id)::text, $3, $4, $4
     FROM users
     WHERE email = $2
     RETURNING 1`,
    [id, email, expiresAt, at],
  );
  return rows.length > 0;
}

/** The user with this id. */
export async function findUserId(
  statements: Statements,
  id: string,
): Promise<{ id: string; email: string } | null> {
  const rows = await statements.query<{ id: string; email: string }>(
    'SELECT id, email FROM users WHERE id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Notes that the address is the user's: they opened a link from a mail. */
export async function verifyEmail(statements: Statements, id: string): Promise<void> {
  await statements.query('UPDATE users SET email_verified = true WHERE id = $1', [id]);
}
