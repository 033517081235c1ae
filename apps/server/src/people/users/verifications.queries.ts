import type { Statements, Transaction } from '../../db/statements.ts';

/** Something that a link from a mail permits once, until it expires. better-auth keeps its own rows in this table. */
export interface Verification<Value> {
  id: string;
  /** The purpose, a colon, and whom it is about. */
  identifier: string;
  value: Value;
  expiresAt: Date;
  at: Date;
}

/** Replaces an earlier permission for the same purpose, so that only the newest link works. */
export async function storeVerification(
  transaction: Transaction,
  { id, identifier, value, expiresAt, at }: Verification<object>,
): Promise<void> {
  await transaction.query('DELETE FROM verifications WHERE identifier = $1', [identifier]);
  await transaction.query(
    `INSERT INTO verifications (id, identifier, value, expires_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5)`,
    [id, identifier, JSON.stringify(value), expiresAt, at],
  );
}

/**
 * Deletes and returns the value, so that only one of two simultaneous uses succeeds. Null: used, expired, or never
 * made.
 */
export async function takeVerification<Value extends object>(
  transaction: Transaction,
  { id, purpose, at }: { id: string; purpose: string; at: Date },
): Promise<Value | null> {
  const [row] = await transaction.query<{ value: string; isExpired: boolean }>(
    `DELETE FROM verifications
     WHERE id = $1 AND starts_with(identifier, $2 || ':')
     RETURNING value, expires_at <= $3::timestamptz AS "isExpired"`,
    [id, purpose, at],
  );
  return row === undefined || row.isExpired ? null : (JSON.parse(row.value) as Value);
}

/** Deletes expired permissions, including unused ones of better-auth. */
export async function deleteExpiredVerifications(statements: Statements, at: Date): Promise<void> {
  await statements.query('DELETE FROM verifications WHERE expires_at < $1', [at]);
}
