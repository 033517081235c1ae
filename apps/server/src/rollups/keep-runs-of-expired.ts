import type { TransactionScope } from '../db/scope.ts';
import { keepExpiredRuns, keepForgotten, projectsOfWeek } from './tests/expired-runs.queries.ts';
import { lockRollUps } from './roll-up.queries.ts';

/**
 * Keeps what states of tests depend on, before retention deletes the results of these executions of a week; null: of
 * all. They are marked as expired already.
 */
export async function keepRunsOfExpired(
  scope: TransactionScope,
  expiring: { week: string; executionIds: readonly string[] | null },
): Promise<void> {
  await lockRollUps(scope);
  for (const projectId of await projectsOfWeek(scope, expiring)) {
    await keepExpiredRuns(scope, projectId);
  }
  await keepForgotten(scope, expiring);
}
