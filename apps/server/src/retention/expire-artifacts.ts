import type { Database } from '../db/database.ts';
import { expireOldest } from './expired-artifacts.queries.ts';
import { tryRetentionLock } from './retention-locks.queries.ts';

// Only uploads of these artifacts wait for such a transaction.
const ARTIFACTS_AT_ONCE = 1_000;

/** Expires artifacts that arrived before this time. A file is deleted when no artifact refers to it any more. */
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
