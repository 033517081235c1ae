import type { Transaction } from '../db/statements.ts';

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
