import { createScope, type TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { buildContentKey } from '../storage/content-key.ts';
import {
  markContentsForDeletion,
  deleteContents,
  lockDoomedContents,
  lockUnusedContents,
  listOrganizationIds,
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
  for (const organizationId of await listOrganizationIds(deps.database)) {
    await runInBatches(deps, organizationId, markUnusedForDeletion, DOOMED_AT_ONCE);
    count += await deleteDoomedContents(deps, organizationId);
  }
  return count;
}

/** Deletes the organization's files that are marked for deletion; returns how many. */
export function deleteDoomedContents(deps: BatchDeps, organizationId: string): Promise<number> {
  return runInBatches(deps, organizationId, deleteDoomed, DELETED_AT_ONCE);
}

type BatchDeps = Pick<Deps, 'database' | 'storage' | 'clock'>;

/** Repeats the work, each time in a transaction, until it has less than a batch to do. */
async function runInBatches(
  deps: BatchDeps,
  organizationId: string,
  work: (deps: BatchDeps, scope: TransactionScope, limit: number) => Promise<number>,
  limit: number,
): Promise<number> {
  const organization = createScope(deps.database, organizationId);
  let all = 0;
  for (;;) {
    const done = await organization.transaction((scope) => work(deps, scope, limit));
    all += done;
    if (done < limit) return all;
  }
}

async function markUnusedForDeletion(
  { clock }: BatchDeps,
  scope: TransactionScope,
  limit: number,
): Promise<number> {
  const hashes = await lockUnusedContents(scope, limit);
  await markContentsForDeletion(scope, hashes, clock.now());
  return hashes.length;
}

/**
 * Deletes the files while their rows are locked, although the transaction stays open meanwhile. An upload of the same
 * content waits for the lock, so its new file is not deleted.
 */
async function deleteDoomed(
  { storage }: BatchDeps,
  scope: TransactionScope,
  limit: number,
): Promise<number> {
  const hashes = await lockDoomedContents(scope, limit);
  await Promise.all(
    hashes.map((sha256) => storage.delete(buildContentKey(scope.organizationId, sha256))),
  );
  await deleteContents(scope, hashes);
  return hashes.length;
}
