import type { Deps } from '../deps.ts';

// Longer than a spool file usually waits for the next run. A later one is still recognized by its part.
const IDEMPOTENCY_DAYS = 14;

export async function deleteOldIdempotencyKeys({ database, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_DAYS * 24 * 60 * 60 * 1000);
  await database.query('DELETE FROM idempotency_keys WHERE created_at < $1', [before]);
}
