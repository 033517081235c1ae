import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { posixPath } from '@svc/contract/test-identity';

/** The nearest folder that contains `.git` (a folder, or the file of a worktree), from `directory` upwards. */
export function repositoryRoot(directory: string): string | undefined {
  return foldersAbove(resolve(directory)).find((folder) => existsSync(join(folder, '.git')));
}

/** `directory` and its parent folders up to the repository's root. Outside a repository only `directory`. */
export function foldersUpToRepository(directory: string): string[] {
  const folders = foldersAbove(resolve(directory));
  const root = folders.findIndex((folder) => existsSync(join(folder, '.git')));
  return root === -1 ? folders.slice(0, 1) : folders.slice(0, root + 1);
}

/**
 * Converts paths to the sent form: POSIX, relative to the repository's root, or to `directory` outside a
 * repository. Paths outside this folder and URLs stay unchanged.
 */
export function pathsFrom(directory: string): (path: string) => string {
  const root = repositoryRoot(directory) ?? resolve(directory);
  // Frameworks report real paths, even if the project was opened through a symbolic link.
  const roots = [...new Set([root, realpathSync(root)])];
  const known = new Map<string, string>();
  return (path) => {
    if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return path;
    const seen = known.get(path);
    if (seen !== undefined) return seen;
    const sent = posixPath(roots.map((from) => relative(from, path)).find(isInside) ?? path);
    known.set(path, sent);
    return sent;
  };
}

function isInside(path: string): boolean {
  return path !== '' && !/^\.\.(?:[\\/]|$)/.test(path) && !isAbsolute(path);
}

function foldersAbove(directory: string): string[] {
  const folders = [directory];
  for (let folder = directory; dirname(folder) !== folder;) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}
