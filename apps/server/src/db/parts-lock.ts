import { LOCK_SEEDS } from './locks.ts';
import { plainArray } from './plain-array.ts';
import type { Scope } from './scope.ts';

/**
 * Holds these executions' parts as they are: `shared`, beside others who only add parts of their own;
 * else after everybody and before all that follow. The lock ends with the transaction.
 */
export async function lockParts(
  { database, transaction }: Scope,
  executionIds: readonly string[],
  { shared }: { shared: boolean },
): Promise<void> {
  const lock = shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await database.query(
    `SELECT ${lock}(hashtextextended(id::text, ${LOCK_SEEDS.parts})) FROM unnest($1::uuid[]) AS execution (id)`,
    [plainArray(executionIds)],
    transaction,
  );
}
