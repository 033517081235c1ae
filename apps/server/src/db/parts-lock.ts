import { LOCK_SEEDS } from './locks.ts';
import { plainArray } from './connections/plain-array.ts';
import type { Transaction } from './statements.ts';

/**
 * Locks these executions' parts until the transaction ends. Transactions that only add parts take the lock `shared`;
 * a transaction that replaces or moves parts takes it exclusively.
 */
export async function lockParts(
  transaction: Transaction,
  executionIds: readonly string[],
  { shared }: { shared: boolean },
): Promise<void> {
  const lock = shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await transaction.query(
    `SELECT ${lock}(hashtextextended(id::text, ${LOCK_SEEDS.parts})) FROM unnest($1::uuid[]) AS execution (id)`,
    [plainArray(executionIds)],
  );
}
