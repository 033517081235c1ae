import type { Statements, Transaction } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';

export interface NewUser {
  id: string;
  accountId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  passwordHash: string;
  mustChangePassword: boolean;
  at: Date;
}

/**
 * Writes the rows that better-auth would write for a user with a password, unless there is a user with this e-mail
 * address; returns whether it did. better-auth cannot join our transaction, and the user must commit or roll back
 * with the membership. bootstrap.process.test.ts signs in with these rows.
 */
export async function insertUser(transaction: Transaction, user: NewUser): Promise<boolean> {
  const rows = await transaction.query(
    `WITH the_user AS (
       INSERT INTO users (id, name, email, email_verified, must_change_password, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (email) DO NOTHING
       RETURNING id
     )
     INSERT INTO accounts (id, user_id, account_id, provider_id, issuer, password, created_at, updated_at)
     SELECT $7, id, id, 'credential', 'local:credential', $8, $6, $6
     FROM the_user
     RETURNING 1`,
    [
      user.id,
      user.name,
      user.email,
      user.emailVerified,
      user.mustChangePassword,
      user.at,
      user.accountId,
      user.passwordHash,
    ],
  );
  return rows.length > 0;
}

/** Holds off other changes of the user and of their memberships until the transaction ends. */
export async function lockUser(transaction: Transaction, id: string): Promise<void> {
  await transaction.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
}

export async function renameUser(
  { database }: Pick<Deps, 'database'>,
  { id, name, at }: { id: string; name: string; at: Date },
): Promise<void> {
  await database.query('UPDATE users SET name = $2, updated_at = $3 WHERE id = $1', [id, name, at]);
}

/** The user with this e-mail address, which is in lower case. */
export async function findUserByEmail(
  statements: Statements,
  email: string,
): Promise<{ id: string; isVerified: boolean } | null> {
  const rows = await statements.query<{ id: string; isVerified: boolean }>(
    'SELECT id, email_verified AS "isVerified" FROM users WHERE email = $1',
    [email],
  );
  return rows[0] ?? null;
}

/**
 * Deletes the user. Foreign keys delete their sessions, memberships, accounts, and the invitations they sent; links
 * that were mailed to them stop working.
 */
export async function deleteUserRow(
  transaction: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await transaction.query('DELETE FROM users WHERE id = $1', [id]);
  await transaction.query('DELETE FROM verifications WHERE identifier = ANY ($1::text[])', [
    [`password-reset:${id}`, `sign-up:${email}`],
  ]);
  await transaction.query('DELETE FROM mails WHERE recipient = $1', [email]);
}
