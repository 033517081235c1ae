import type { Transaction } from '../db/statements.ts';
import { LOCKS } from '../db/locks.ts';

/** False when another server applies retention. The lock ends with the transaction. */
export async function tryRetentionLock(transaction: Transaction): Promise<boolean> {
  const [row] = await transaction.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS locked',
    [LOCKS.retention],
  );
  return row?.locked === true;
}
