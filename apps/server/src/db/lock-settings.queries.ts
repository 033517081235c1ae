import type { TransactionScope } from './scope.ts';

/**
 * Waits for other changes of the organization's settings, and holds off further ones until the transaction ends. Locks
 * the organization's row, because settings may have no row yet. Uploads do not wait for this lock.
 */
export async function lockSettings(scope: TransactionScope): Promise<void> {
  await scope.query('SELECT 1 FROM organizations WHERE organization_id = $1 FOR NO KEY UPDATE', [
    scope.organizationId,
  ]);
}
