import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { toPosixPath } from '@svc/contract/zod-free/test-identity';

/** The nearest folder that contains `.git` (a folder, or the file of a worktree), from `directory` upwards. */
export function findRepositoryRoot(directory: string): string | undefined {
  return listFoldersAbove(resolve(directory)).find((folder) => existsSync(join(folder, '.git')));
}

/** `directory` and its parent folders up to the repository's root. Outside a repository only `directory`. */
export function listFoldersUpToRepository(directory: string): string[] {
  const folders = listFoldersAbove(resolve(directory));
  const root = folders.findIndex((folder) => existsSync(join(folder, '.git')));
  return root === -1 ? folders.slice(0, 1) : folders.slice(0, root + 1);
}

/**
 * Converts paths to the sent form: POSIX, relative to the repository's root, or to `directory` outside a
 * repository. Paths outside this folder and URLs stay unchanged.
 */
export function createPathConverter(directory: string): (path: string) => string {
  const root = findRepositoryRoot(directory) ?? resolve(directory);
  // Frameworks report real paths, even if the project was opened through a symbolic link.
  const roots = [...new Set([root, realpathSync(root)])];
  const known = new Map<string, string>();
  return (path) => {
    if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return path;
    const seen = known.get(path);
    if (seen !== undefined) return seen;
    const sent = toPosixPath(roots.map((from) => relative(from, path)).find(isInside) ?? path);
    known.set(path, sent);
    return sent;
  };
}

function isInside(path: string): boolean {
  return path !== '' && !/^\.\.(?:[\\/]|$)/.test(path) && !isAbsolute(path);
}

function listFoldersAbove(directory: string): string[] {
  const folders = [directory];
  for (let folder = directory; dirname(folder) !== folder;) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}
