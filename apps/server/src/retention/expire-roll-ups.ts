import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import { deleteExecutions } from '../rollups/delete-executions.ts';
import { lockRollUps } from '../rollups/roll-up.queries.ts';
import { deleteOldestDay, oldestExecutions } from './expired-roll-ups.queries.ts';
import { tryRetentionLock } from './retention-locks.queries.ts';

// Roll-ups of new uploads wait for one such transaction at most.
const EXECUTIONS_AT_ONCE = 1_000;

/**
 * Deletes executions and daily counts from before this week, oldest first, with everything that was known only from
 * them.
 */
export async function expireRollUps(
  database: Database,
  { organizationId, before }: { organizationId: string; before: string },
): Promise<void> {
  const inScope = (work: (scope: Scope) => Promise<number>): Promise<number> =>
    database.transaction(async (transaction) => {
      const scope = { database, transaction, organizationId };
      return (await tryRetentionLock(scope)) ? work(scope) : 0;
    });
  let deleted: number;
  do deleted = await inScope((scope) => deleteOldest(scope, before));
  while (deleted === EXECUTIONS_AT_ONCE);
  do deleted = await inScope((scope) => deleteOldestDay(scope, before));
  while (deleted > 0);
}

async function deleteOldest(scope: Scope, before: string): Promise<number> {
  await lockRollUps(scope);
  const executionIds = await oldestExecutions(scope, { before, limit: EXECUTIONS_AT_ONCE });
  await deleteExecutions(scope, executionIds);
  return executionIds.length;
}
