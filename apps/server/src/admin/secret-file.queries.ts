import { LOCKS, lockSql } from '../db/locks.ts';
import type { Transaction } from '../db/statements.ts';

/** Waits until no other process replaces the secret of the data directory, until the transaction ends. */
export async function lockSecretFile(transaction: Transaction): Promise<void> {
  await transaction.query(`SELECT ${lockSql(LOCKS.secretFile)}`);
}
