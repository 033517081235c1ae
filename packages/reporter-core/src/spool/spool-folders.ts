import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isErrno } from '../text/is-errno.ts';
import { foldersUpToRepository } from '../facts/repository-root.ts';

/**
 * Where unsent executions of the project around `directory` may be, best place first:
 * `node_modules/.cache/svc` of the repository's root and of every folder between it and `directory`
 * that has `node_modules`, then a folder of this user and this repository below the temp folder.
 * Reporter, next run and `svc upload` look in the same places, from wherever in the repository they start.
 */
export function spoolFolders(directory: string): string[] {
  const folders = foldersUpToRepository(directory).toReversed();
  const caches = folders
    .map((folder) => join(folder, 'node_modules'))
    .filter((modules) => existsSync(modules))
    .map((modules) => join(modules, '.cache', 'svc'));
  const temporary = temporaryFolder(folders[0] ?? directory);
  return temporary === undefined ? caches : [...caches, temporary];
}

/** Undefined when somebody else sits on the name: their folder must neither get nor give our data. */
function temporaryFolder(root: string): string | undefined {
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
