import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

// Not Linux; not root; a container that may not.
const REFUSALS = new Set(['ENOENT', 'EACCES', 'EPERM', 'EROFS']);

/** Makes the operating system forget what it keeps of files in memory. False: it does not let us. */
export function dropCaches(): boolean {
  // Only what is on disk already can be forgotten.
  spawnSync('sync');
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch (error) {
    if (REFUSALS.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
