import type { TransactionScope } from '../db/scope.ts';
import { LOCK_SEEDS } from '../db/locks.ts';

/** False when another server rolls up this organization. The lock ends with the transaction. */
export async function tryLock(scope: TransactionScope): Promise<boolean> {
  const [row] = await scope.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, ${LOCK_SEEDS.rollUps})) AS locked`,
    [scope.organizationId],
  );
  return row?.locked === true;
}

/** Waits until no other server rolls up this organization. The lock ends with the transaction. */
export async function lockRollUps(scope: TransactionScope): Promise<void> {
  await scope.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${LOCK_SEEDS.rollUps}))`, [
    scope.organizationId,
  ]);
}
