import { LOCKS, lockSql, tryLockSql } from '../../db/locks.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { KeyTakenError } from './upload-turns.ts';

/**
 * Locks the organization's uploads: shared, or with `alone` exclusively, after the running uploads and before all
 * later ones. The first lock of the transaction, so that an upload that waits here holds no other lock. The keys are
 * only tried.
 * @throws KeyTakenError when an upload on another server has one of the keys.
 */
export async function lockUploads(
  scope: TransactionScope,
  { alone, keys }: { alone: boolean; keys: readonly string[] },
): Promise<void> {
  const [row] = await scope.prepared<{ free: boolean }>(
    `SELECT ${lockSql(LOCKS.uploads('$1'), { shared: !alone })},
            (SELECT coalesce(bool_and(${tryLockSql(LOCKS.uploadKey('key'))}), true)
             FROM unnest($2::text[]) AS upload (key)) AS free`,
    [scope.organizationId, [...keys]],
  );
  if (row?.free !== true) throw new KeyTakenError();
}
