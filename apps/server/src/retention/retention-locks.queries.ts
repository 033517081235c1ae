import type { PartitionScope } from '../db/partitions.ts';

/** A lock that is not to be had soon is left for the next time: who waits for it holds up everybody behind. */
export async function limitLockWait({ database, transaction }: PartitionScope): Promise<void> {
  await database.query(`SET LOCAL lock_timeout = '3s'`, [], transaction);
}

/** False when another server is at it. The lock ends with the transaction. */
export async function tryRetentionLock({
  database,
  transaction,
}: PartitionScope): Promise<boolean> {
  const [row] = await database.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS locked',
    [RETENTION_LOCK],
    transaction,
  );
  return row?.locked === true;
}

// Any number will do that nothing else in this database locks.
const RETENTION_LOCK = 7_382_005;
