import type { Database } from '../db/database.ts';
import { expireOldest } from './expired-artifacts.queries.ts';
import { tryRetentionLock } from './retention-locks.queries.ts';

// Uploads of these artifacts, and nobody else, wait for one such transaction.
const ARTIFACTS_AT_ONCE = 1_000;

/** Expires what came before this time. The files go when no artifact refers to them any more. */
export async function expireArtifacts(
  database: Database,
  { organizationId, before, at }: { organizationId: string; before: Date; at: Date },
): Promise<void> {
  let expired: number;
  do {
    expired = await database.transaction(async (transaction) => {
      const scope = { database, transaction, organizationId };
      if (!(await tryRetentionLock(scope))) return 0;
      return expireOldest(scope, { before, at, limit: ARTIFACTS_AT_ONCE });
    });
  } while (expired === ARTIFACTS_AT_ONCE);
}
