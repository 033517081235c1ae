import type { Scope } from '../db/scope.ts';
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
// Whoever uploads one of these contents anew waits for so many deletions at most.
const DELETED_AT_ONCE = 50;

/**
 * Deletes the files to which no artifact refers any more; answers how many. First they are marked, so
 * that nobody begins to count on them, then their files go, then the marks: after a crash between any
 * two, the next time goes on. Harmless to run on several servers.
 */
export async function deleteUnusedContents(deps: Deps): Promise<number> {
  let count = 0;
  for (const organizationId of await organizationIds(deps.database)) {
    const repeat = async (work: Work, limit: number): Promise<number> => {
      let all = 0;
      for (;;) {
        const done = await deps.database.transaction((transaction) =>
          work(deps, { database: deps.database, transaction, organizationId }, limit),
        );
        all += done;
        if (done < limit) return all;
      }
    };
    await repeat(doomUnused, DOOMED_AT_ONCE);
    count += await repeat(deleteDoomed, DELETED_AT_ONCE);
  }
  return count;
}

type Work = (deps: Deps, scope: Scope, limit: number) => Promise<number>;

async function doomUnused({ clock }: Deps, scope: Scope, limit: number): Promise<number> {
  const hashes = await lockUnusedContents(scope, limit);
  await doomContents(scope, hashes, clock.now());
  return hashes.length;
}

/**
 * The files go while their rows are locked, although that keeps a transaction open: whoever uploads
 * the same content waits here until it is gone, and nothing of theirs is deleted.
 */
async function deleteDoomed({ storage }: Deps, scope: Scope, limit: number): Promise<number> {
  const hashes = await lockDoomedContents(scope, limit);
  await Promise.all(
    hashes.map((sha256) => storage.delete(contentKey(scope.organizationId, sha256))),
  );
  await forgetContents(scope, hashes);
  return hashes.length;
}
