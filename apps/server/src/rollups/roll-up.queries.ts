import type { TransactionScope } from '../db/scope.ts';
import { LOCKS, lockSql, tryLockSql } from '../db/locks.ts';

/** False when another server rolls up this organization. The lock ends with the transaction. */
export async function tryLock(scope: TransactionScope): Promise<boolean> {
  const [row] = await scope.query<{ locked: boolean }>(
    `SELECT ${tryLockSql(LOCKS.rollUps('$1'))} AS locked`,
    [scope.organizationId],
  );
  return row?.locked === true;
}

/** Waits until no other server rolls up this organization. The lock ends with the transaction. */
export async function lockRollUps(scope: TransactionScope): Promise<void> {
  await scope.query(`SELECT ${lockSql(LOCKS.rollUps('$1'))}`, [scope.organizationId]);
}
