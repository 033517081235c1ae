import { formatCount } from '@svc/contract/zod-free/amounts';
import { deleteUnusedContents, sweepStorage } from '../artifacts/index.ts';
import type { Deps } from '../deps.ts';
import type { JobLog } from '../jobs/keep-doing.ts';

// Runs rarely, because the sweep lists every stored file, and only crashes leave unknown files.
const SWEEP_MS = 24 * 60 * 60 * 1000;

/** Deletes files that no artifact refers to, and once a day files that crashes left behind. */
export function keepStoredFiles(deps: Deps, log: JobLog): () => Promise<void> {
  let sweptAt: Date | null = null;
  return async () => {
    const now = deps.clock.now();
    if (sweptAt === null || now.getTime() - sweptAt.getTime() >= SWEEP_MS) {
      sweptAt = now;
      await sweepStorage(deps);
    }
    const files = await deleteUnusedContents(deps);
    if (files > 0)
      log.info(`artifacts: deleted ${formatCount(files, 'file')} to which nothing refers any more`);
  };
}
