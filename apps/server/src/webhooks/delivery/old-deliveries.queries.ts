import type { Database } from '../../db/connections/database.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { workThroughOrganizations } from '../../db/work-through-organizations.ts';
import type { Deps } from '../../deps.ts';

const KEPT_DAYS = 30;
// The attempts of a delivery that a person repeated on its last day.
const WAITING_DAYS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
// A transaction per batch, so that no lock is held long.
const BATCH = 5_000;

/**
 * Deletes deliveries with their attempts 30 days after they were queued; those that wait for another attempt later.
 * Returns how many.
 */
export function deleteOldDeliveries({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const waitingBefore = new Date(before.getTime() - WAITING_DAYS * DAY_MS);
  return workThroughOrganizations(database, {
    listOrganizations: () => listOrganizationsWithOldDeliveries(database, before),
    atOnce: BATCH,
    work: (scope, limit) => deleteOldest(scope, { before, waitingBefore, limit }),
  });
}

async function listOrganizationsWithOldDeliveries(
  database: Database,
  before: Date,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM webhook_deliveries WHERE created_at < $1',
    [before],
  );
  return rows.map((row) => row.id);
}

async function deleteOldest(
  scope: TransactionScope,
  { before, waitingBefore, limit }: { before: Date; waitingBefore: Date; limit: number },
): Promise<number> {
  const [row] = await scope.query<{ count: number }>(
    `WITH deleted AS (
       DELETE FROM webhook_deliveries
       WHERE organization_id = $1
         AND id IN (
           SELECT id
           FROM webhook_deliveries
           WHERE organization_id = $1 AND created_at < $2 AND (due_at IS NULL OR created_at < $3)
           ORDER BY created_at
           LIMIT $4
         )
       RETURNING 1
     )
     SELECT count(*)::integer AS count FROM deleted`,
    [scope.organizationId, before, waitingBefore, limit],
  );
  return row?.count ?? 0;
}
