import type { Scope } from '../db/scope.ts';
import { listOrganizationIds } from '../db/organizations.queries.ts';
import { workInEachOrganization } from '../db/work-through-organizations.ts';
import type { Deps } from '../deps.ts';
import { INCOMING, parseContentKey } from '../storage/content-key.ts';
import type { StorageFile } from '../storage/storage-driver.ts';
import { markStrayFilesForDeletion, listStrayFiles } from './unused-contents.queries.ts';

// No upload takes this long: an older file was left by a server that was killed.
const STRAY_MS = 24 * 60 * 60 * 1000;

/**
 * Cleans up after crashes. Deletes uploads that never ended, and marks files that the database does not know for
 * `deleteUnusedContents`.
 */
export async function sweepStorage(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - STRAY_MS);
  for await (const files of deps.storage.list(`${INCOMING}/`)) {
    for (const { key } of await filterWrittenBefore(before, files)) await deps.storage.delete(key);
  }
  await workInEachOrganization(deps.database, listOrganizationIds, async (organization) => {
    let marked = 0;
    for await (const files of deps.storage.list(`${organization.organizationId}/`)) {
      marked += await markStraysForDeletion(deps, organization, { files, before });
    }
    return marked;
  });
}

async function markStraysForDeletion(
  { clock }: Deps,
  scope: Scope,
  { files, before }: { files: StorageFile[]; before: Date },
): Promise<number> {
  const byHash = new Map(files.flatMap((file) => pairWithHash(file)));
  const strays = await listStrayFiles(scope, [...byHash.keys()]);
  const candidates = [...byHash].filter(([sha256]) => strays.has(sha256)).map(([, file]) => file);
  const old = await filterWrittenBefore(before, candidates);
  if (old.length === 0) return 0;
  const hashes = old.flatMap((file) => pairWithHash(file)).map(([sha256]) => sha256);
  await markStrayFilesForDeletion(scope, { hashes, at: clock.now() });
  return hashes.length;
}

function pairWithHash(file: StorageFile): [sha256: string, file: StorageFile][] {
  const sha256 = parseContentKey(file.key);
  return sha256 === undefined ? [] : [[sha256, file]];
}

async function filterWrittenBefore(
  before: Date,
  files: readonly StorageFile[],
): Promise<StorageFile[]> {
  const old: StorageFile[] = [];
  for (const file of files) {
    const writtenAt = await file.writtenAt();
    if (writtenAt !== null && writtenAt < before) old.push(file);
  }
  return old;
}
