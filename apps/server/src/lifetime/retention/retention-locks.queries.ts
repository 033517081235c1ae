import type { Transaction } from '../../db/statements.ts';
import { LOCKS, tryLockSql } from '../../db/locks.ts';

/** False when another server applies retention. The lock ends with the transaction. */
export async function tryRetentionLock(transaction: Transaction): Promise<boolean> {
  const [row] = await transaction.query<{ locked: boolean }>(
    `SELECT ${tryLockSql(LOCKS.retention)} AS locked`,
  );
  return row?.locked === true;
}
