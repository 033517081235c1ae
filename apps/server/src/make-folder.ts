import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder with its parents; returns the first one that was missing. Node's own `recursive` never ends where a
 * file system answers ENOENT although the parent exists, as /proc does.
 * @throws the error of the operating system.
 */
export async function makeFolder(
  path: string,
  options: { mode?: number } = {},
): Promise<string | undefined> {
  const missing: string[] = [];
  for (let folder = path; !(await isFolder(folder)); folder = dirname(folder)) {
    missing.unshift(folder);
    // A drive of Windows that does not exist has no parent.
    if (folder === dirname(folder)) break;
  }
  for (const folder of missing) {
    try {
      await mkdir(folder, options);
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !(await isFolder(folder)))
        throw error;
    }
  }
  return missing[0];
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
