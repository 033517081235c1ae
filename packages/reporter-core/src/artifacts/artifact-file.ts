import { constants, lstatSync, realpathSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isErrno } from '../text/unknown-value.ts';
import { findRepositoryRoot } from '../facts/repository-root.ts';

export type FoundFile =
  | { ok: true; /** Real and absolute. */ path: string; sizeBytes: number }
  | { ok: false; reason: string };

/**
 * Creates the function that checks a path from a test, without opening the file. It accepts only regular files
 * inside the repository (outside a repository: `directory`), the temp folder and the framework's own `folders`.
 * Otherwise a test could name, or link to, any file that its user may read.
 */
export function createFileFinder(
  directory: string,
  folders: readonly string[],
): (path: string) => FoundFile {
  const roots = [findRepositoryRoot(directory) ?? directory, directory, tmpdir(), ...folders]
    .map((folder) => findRealPath(resolve(directory, folder)))
    .filter((folder) => folder !== undefined);
  return (path) => {
    try {
      const absolute = resolve(directory, path);
      const real = realpathSync(absolute);
      if (!roots.some((root) => isInside(root, real)))
        return { ok: false, reason: describeOutside(absolute) };
      const stats = lstatSync(real);
      if (!stats.isFile()) return { ok: false, reason: 'is not a regular file' };
      return { ok: true, path: real, sizeBytes: stats.size };
    } catch (error) {
      return { ok: false, reason: describeUnreadable(error) };
    }
  };
}

/**
 * Opens a file that was checked before. Does not wait for the other end of a pipe, and does not follow a link that
 * replaced the file.
 */
export async function openFile(path: string): Promise<FileHandle> {
  // Windows has neither flag, and no pipes in folders.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ENOTREG' });
}

/** Follows the file's name in a message, as in `is gone`. */
export function describeUnreadable(error: unknown): string {
  const code = isErrno(error) ? error.code : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is gone';
  // ELOOP: a link replaced the file after the check.
  if (code === 'ENOTREG' || code === 'ELOOP') return 'is not a regular file';
  return `cannot be read (${code})`;
}

function describeOutside(path: string): string {
  const isLink = lstatSync(path).isSymbolicLink();
  return isLink
    ? 'is a symbolic link out of the project'
    : 'is outside the project and the temp folder';
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function findRealPath(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (isErrno(error)) return undefined;
    throw error;
  }
}
