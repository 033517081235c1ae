import { deleteUnusedContents } from '../artifacts/delete-unused.ts';
import { sweepStorage } from '../artifacts/sweep-storage.ts';
import type { Deps } from '../deps.ts';
import type { JobLog } from './job-log.ts';

// It looks at every stored file, for what only a crash leaves.
const SWEEP_MS = 24 * 60 * 60 * 1000;

/** Deletes the files of artifacts that are gone, and once a day what crashes left of others. */
export function keepStoredFiles(deps: Deps, log: JobLog): () => Promise<void> {
  let sweptAt: Date | null = null;
  return async () => {
    const now = deps.clock.now();
    if (sweptAt === null || now.getTime() - sweptAt.getTime() >= SWEEP_MS) {
      sweptAt = now;
      await sweepStorage(deps);
    }
    const files = await deleteUnusedContents(deps);
    if (files > 0) log.info(`artifacts: deleted ${files} files to which nothing refers any more`);
  };
}
