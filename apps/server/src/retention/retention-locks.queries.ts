import { LOCKS } from '../db/locks.ts';
import type { PartitionScope } from '../db/partitions.ts';

/** False when another server applies retention. The lock ends with the transaction. */
export async function tryRetentionLock({
  database,
  transaction,
}: PartitionScope): Promise<boolean> {
  const [row] = await database.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS locked',
    [LOCKS.retention],
    transaction,
  );
  return row?.locked === true;
}
