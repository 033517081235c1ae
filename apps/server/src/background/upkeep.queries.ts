import type { Database } from '../db/connections/database.ts';
import type { TransactionScope } from '../db/scope.ts';
import { workThroughOrganizations } from '../db/work-through-organizations.ts';
import type { Deps } from '../deps.ts';

// Longer than a spool file usually waits for the next run. A later one is still recognized by its part.
const IDEMPOTENCY_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
// A transaction per batch, so that no lock is held long.
const BATCH = 5_000;

/** Returns how many. */
export function deleteOldIdempotencyKeys({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_DAYS * DAY_MS);
  return workThroughOrganizations(database, {
    listOrganizations: () => listOrganizationsWithOldKeys(database, before),
    atOnce: BATCH,
    work: (scope, limit) => deleteOldest(scope, { before, limit }),
  });
}

async function listOrganizationsWithOldKeys(database: Database, before: Date): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM idempotency_keys WHERE created_at < $1',
    [before],
  );
  return rows.map((row) => row.id);
}

async function deleteOldest(
  scope: TransactionScope,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const [row] = await scope.query<{ count: number }>(
    `WITH deleted AS (
       DELETE FROM idempotency_keys
       WHERE organization_id = $1
         AND key IN (
           SELECT key
           FROM idempotency_keys
           WHERE organization_id = $1 AND created_at < $2
           ORDER BY created_at
           LIMIT $3
         )
       RETURNING 1
     )
     SELECT count(*)::integer AS count FROM deleted`,
    [scope.organizationId, before, limit],
  );
  return row?.count ?? 0;
}
