import type { Scope, TransactionScope } from '../../db/scope.ts';
import {
  deleteExecutions,
  rollUpBeforeJudging,
  rollUpRest,
  lockRollUps,
} from '../../rollups/index.ts';
import {
  deleteSomeAnalyses,
  deleteSomeExecutionDeliveries,
} from '../erasure/analyses-and-deliveries.queries.ts';
import {
  deleteEndedEntries,
  deleteInlineAnalyses,
  deleteOldestDay,
  listOldestExecutions,
} from './expired-roll-ups.queries.ts';
import { tryRetentionLock } from './retention-locks.queries.ts';

// Roll-ups of new uploads wait for one such transaction at most.
const EXECUTIONS_AT_ONCE = 1_000;
// Each may have 10,000 verdicts.
const ANALYSES_AT_ONCE = 20;

/**
 * Deletes executions, daily counts, analyses and ended quarantine entries from before the week `before`, oldest first, with
 * everything that was known only from them.
 */
export async function expireRollUps(scope: Scope, before: string): Promise<void> {
  const locked = (work: (scope: TransactionScope) => Promise<number>): Promise<number> =>
    scope.transaction(async (scope) => ((await tryRetentionLock(scope)) ? work(scope) : 0));
  await rollUpBeforeJudging(scope);
  let deleted: number;
  do {
    // Separately, because roll-ups do not wait for it.
    const oldest = await listOldestExecutions(scope, { before, limit: EXECUTIONS_AT_ONCE });
    while ((await locked((scope) => deleteAnalyses(scope, oldest))) > 0);
    while ((await locked((scope) => deleteDeliveries(scope, oldest))) > 0);
    deleted = await locked((scope) => deleteOldest(scope, before));
  } while (deleted === EXECUTIONS_AT_ONCE);
  do deleted = await locked((scope) => deleteOldestDay(scope, before));
  while (deleted > 0);
  const inline = { before, limit: ANALYSES_AT_ONCE };
  do deleted = await locked((scope) => deleteInlineAnalyses(scope, inline));
  while (deleted === ANALYSES_AT_ONCE);
  // People add them one by one, so one statement deletes all.
  await locked(async (scope) => {
    await deleteEndedEntries(scope, before);
    return 0;
  });
}

/** Returns 1 if analyses of these executions remain, else 0. */
async function deleteAnalyses(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<number> {
  return (await deleteSomeAnalyses(scope, { executionIds })) ? 1 : 0;
}

/** Returns 1 if deliveries of events about these executions remain, else 0. */
async function deleteDeliveries(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<number> {
  return (await deleteSomeExecutionDeliveries(scope, executionIds)) ? 1 : 0;
}

async function deleteOldest(scope: TransactionScope, before: string): Promise<number> {
  await lockRollUps(scope);
  const executionIds = await listOldestExecutions(scope, { before, limit: EXECUTIONS_AT_ONCE });
  if (executionIds.length === 0) return 0;
  await rollUpRest(scope);
  await deleteExecutions(scope, executionIds);
  return executionIds.length;
}
