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
export async function deleteOldDeliveries({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  for (let deleted = 0; ;) {
    const [row] = await database.query<{ count: number }>(
      `WITH deleted AS (
         DELETE FROM webhook_deliveries
         WHERE (organization_id, id) IN (
           SELECT organization_id, id
           FROM webhook_deliveries
           WHERE created_at < $1 AND (due_at IS NULL OR created_at < $3)
           ORDER BY created_at
           LIMIT $2
         )
         RETURNING 1
       )
       SELECT count(*)::integer AS count FROM deleted`,
      [before, BATCH, new Date(before.getTime() - WAITING_DAYS * DAY_MS)],
    );
    deleted += row?.count ?? 0;
    if ((row?.count ?? 0) < BATCH) return deleted;
  }
}
