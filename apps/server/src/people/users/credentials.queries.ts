import type { Statements, Transaction } from '../../db/statements.ts';

export interface StoredCredential {
  userId: string;
  email: string;
  /** Null: the user signs in only through a provider. */
  passwordHash: string | null;
}

/** The user with this id or e-mail address, with the hash of their password. */
export async function findCredential(
  { database }: { database: Statements },
  who: { id: string } | { email: string },
): Promise<StoredCredential | null> {
  const [column, value] = 'id' in who ? ['id', who.id] : ['email', who.email.toLowerCase()];
  const rows = await database.query<StoredCredential>(
    `SELECT users.id AS "userId", users.email, accounts.password AS "passwordHash"
     FROM users
     LEFT JOIN accounts ON accounts.user_id = users.id AND accounts.provider_id = 'credential'
     WHERE users.${column} = $1`,
    [value],
  );
  return rows[0] ?? null;
}

export interface NewPassword {
  userId: string;
  passwordHash: string;
  mustChangePassword: boolean;
  /** Account id for a user who had no password before. */
  accountId: string;
  at: Date;
}

/** Sets the password of the user, who may have had none. */
export async function storePassword(
  transaction: Transaction,
  { userId, passwordHash, mustChangePassword, accountId, at }: NewPassword,
): Promise<void> {
  await transaction.query(
    `UPDATE users SET must_change_password = $2, updated_at = $3 WHERE id = $1`,
    [userId, mustChangePassword, at],
  );
  await transaction.query(
    `INSERT INTO accounts (id, user_id, account_id, provider_id, issuer, password, created_at, updated_at)
     VALUES ($1, $2, $2, 'credential', 'local:credential', $3, $4, $4)
     ON CONFLICT (issuer, account_id) DO UPDATE
     SET password = excluded.password, updated_at = excluded.updated_at`,
    [accountId, userId, passwordHash, at],
  );
}

/** Ends the sessions of the user, except for one; returns how many. */
export async function endSessions(
  statements: Statements,
  userId: string,
  exceptId: string | null,
): Promise<number> {
  const rows = await statements.query(
    `DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING 1`,
    [userId, exceptId],
  );
  return rows.length;
}

export async function listOrganizationIdsOfUser(
  statements: Statements,
  userId: string,
): Promise<string[]> {
  const rows = await statements.query<{ id: string }>(
    `SELECT organization_id AS id FROM members WHERE user_id = $1 ORDER BY organization_id`,
    [userId],
  );
  return rows.map((row) => row.id);
}
