import { tryDeletingFiles } from '../db/locks.ts';
import type { Scope, TransactionScope } from '../db/scope.ts';
import { listOrganizationIds } from '../db/organizations.queries.ts';
import { workInEachOrganization } from '../db/work-through-organizations.ts';
import type { Deps } from '../deps.ts';
import { buildContentKey } from '../storage/content-key.ts';
import {
  markContentsForDeletion,
  deleteContents,
  lockDoomedContents,
  lockUnusedContents,
} from './unused-contents.queries.ts';

const DOOMED_AT_ONCE = 1_000;
// The upload of one of these contents waits for at most this many deletions.
const DELETED_AT_ONCE = 50;

/**
 * Deletes the files that no artifact refers to; returns how many. First it marks them, so that no upload relies on
 * them. Then it deletes the files, then the marks. After a crash between two steps, the next call continues. Several
 * servers may run it at once.
 */
export function deleteUnusedContents(deps: Deps): Promise<number> {
  return workInEachOrganization(deps.database, listOrganizationIds, async (organization) => {
    await runInBatches(deps, organization, markUnusedForDeletion, DOOMED_AT_ONCE);
    return deleteDoomedContents(deps, organization);
  });
}

/** Deletes the organization's files that are marked for deletion; returns how many. None while a backup copies files. */
export function deleteDoomedContents(deps: BatchDeps, organization: Scope): Promise<number> {
  return runInBatches(deps, organization, deleteDoomed, DELETED_AT_ONCE);
}

type BatchDeps = Pick<Deps, 'storage' | 'clock'>;

/** Repeats the work, each time in a transaction, until it has less than a batch to do. */
async function runInBatches(
  deps: BatchDeps,
  organization: Scope,
  work: (deps: BatchDeps, scope: TransactionScope, limit: number) => Promise<number>,
  limit: number,
): Promise<number> {
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
  if (!(await tryDeletingFiles(scope))) return 0;
  const hashes = await lockDoomedContents(scope, limit);
  await Promise.all(
    hashes.map((sha256) => storage.delete(buildContentKey(scope.organizationId, sha256))),
  );
  await deleteContents(scope, hashes);
  return hashes.length;
}
