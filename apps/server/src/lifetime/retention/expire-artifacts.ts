import type { Scope } from '../../db/scope.ts';
import { expireOldest } from './expired-artifacts.queries.ts';
import { tryRetentionLock } from './retention-locks.queries.ts';

// Only uploads of these artifacts wait for such a transaction.
const ARTIFACTS_AT_ONCE = 1_000;

/** Expires artifacts that arrived before this time. A file is deleted when no artifact refers to it any more. */
export async function expireArtifacts(
  scope: Scope,
  { before, at }: { before: Date; at: Date },
): Promise<void> {
  let expired: number;
  do {
    expired = await scope.transaction(async (scope) => {
      if (!(await tryRetentionLock(scope))) return 0;
      return expireOldest(scope, { before, at, limit: ARTIFACTS_AT_ONCE });
    });
  } while (expired === ARTIFACTS_AT_ONCE);
}
