import type { TransactionScope } from '../db/scope.ts';
import {
  storeExpiredRuns,
  storeForgottenEvidence,
  listProjectsOfWeek,
} from './tests/expired-runs.queries.ts';
import { lockRollUps } from './roll-up.queries.ts';

/**
 * Keeps what states of tests depend on, before retention deletes the results of these executions of a week; null: of
 * all. They are marked as expired already.
 */
export async function storeRunsOfExpired(
  scope: TransactionScope,
  expiring: { week: string; executionIds: readonly string[] | null },
): Promise<void> {
  await lockRollUps(scope);
  for (const projectId of await listProjectsOfWeek(scope, expiring)) {
    await storeExpiredRuns(scope, projectId);
  }
  await storeForgottenEvidence(scope, expiring);
}
