import { scopeOf, type TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { contentKey } from '../storage/content-key.ts';
import {
  doomContents,
  forgetContents,
  lockDoomedContents,
  lockUnusedContents,
  organizationIds,
} from './unused-contents.queries.ts';

const DOOMED_AT_ONCE = 1_000;
// The upload of one of these contents waits for at most this many deletions.
const DELETED_AT_ONCE = 50;

/**
 * Deletes the files that no artifact refers to; returns how many. First it marks them, so that no upload relies on
 * them. Then it deletes the files, then the marks. After a crash between two steps, the next call continues. Several
 * servers may run it at once.
 */
export async function deleteUnusedContents(deps: Deps): Promise<number> {
  let count = 0;
  for (const organizationId of await organizationIds(deps.database)) {
    const organization = scopeOf(deps.database, organizationId);
    const repeat = async (work: Work, limit: number): Promise<number> => {
      let all = 0;
      for (;;) {
        const done = await organization.transaction((scope) => work(deps, scope, limit));
        all += done;
        if (done < limit) return all;
      }
    };
    await repeat(doomUnused, DOOMED_AT_ONCE);
    count += await repeat(deleteDoomed, DELETED_AT_ONCE);
  }
  return count;
}

type Work = (deps: Deps, scope: TransactionScope, limit: number) => Promise<number>;

async function doomUnused(
  { clock }: Deps,
  scope: TransactionScope,
  limit: number,
): Promise<number> {
  const hashes = await lockUnusedContents(scope, limit);
  await doomContents(scope, hashes, clock.now());
  return hashes.length;
}

/**
 * Deletes the files while their rows are locked, although the transaction stays open meanwhile. An upload of the same
 * content waits for the lock, so its new file is not deleted.
 */
async function deleteDoomed(
  { storage }: Deps,
  scope: TransactionScope,
  limit: number,
): Promise<number> {
  const hashes = await lockDoomedContents(scope, limit);
  await Promise.all(
    hashes.map((sha256) => storage.delete(contentKey(scope.organizationId, sha256))),
  );
  await forgetContents(scope, hashes);
  return hashes.length;
}
