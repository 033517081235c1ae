import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isErrno } from '../text/unknown-value.ts';
import { listFoldersUpToRepository } from '../facts/repository-root.ts';

/**
 * The folders for unsent executions of the project around `directory`, best first: `node_modules/.cache/svc` in the
 * repository's root and in every folder from there to `directory` that has `node_modules`, then a folder for this
 * user and repository in the temp folder. The reporter, the next run and `svc upload` use the same folders, from
 * any place in the repository.
 */
export function listSpoolFolders(directory: string): string[] {
  const folders = listFoldersUpToRepository(directory).toReversed();
  const caches = folders
    .map((folder) => join(folder, 'node_modules'))
    .filter((modules) => existsSync(modules))
    .map((modules) => join(modules, '.cache', 'svc'));
  const temporary = createTemporaryFolder(folders[0] ?? directory);
  return temporary === undefined ? caches : [...caches, temporary];
}

/** Undefined if another user owns a folder with this name: it must neither receive nor provide data. */
function createTemporaryFolder(root: string): string | undefined {
  const owner = process.getuid?.() ?? userInfo().username;
  const ours = join(tmpdir(), `svc-${owner}`);
  try {
    mkdirSync(ours, { mode: 0o700 });
  } catch (error) {
    if (!isErrno(error)) throw error;
    if (!isOwnFolder(ours)) return undefined;
  }
  return join(ours, createHash('sha256').update(root).digest('hex').slice(0, 16));
}

function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return false;
  return process.getuid === undefined || stats.uid === process.getuid();
}
