import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isErrno } from '../text/unknown-value.ts';
import { findRepositoryRoot } from './repository-root.ts';
import { parseRemoteUrl } from './remote-url.ts';

/** Facts about a checkout, read from the files below `.git`. */
export interface CheckoutFiles {
  /** Absent on a detached HEAD. */
  branch?: string | undefined;
  /** The commit of HEAD. Absent before the first commit. */
  commit?: string | undefined;
  /** The URL of `origin`, as configured. If there is no `origin`, the URL of the first remote. */
  remote?: string | undefined;
  /** The branch that `origin/HEAD` names. */
  defaultBranch?: string | undefined;
}

/**
 * Reads branch, commit and remote of the checkout around `directory` from its files. Starts no process, so the
 * facts are available immediately, even if git is missing or hangs. Supports worktrees and submodules (`.git` is a
 * file). Does not read included configuration files or reftables. Undefined outside a repository. An unreadable
 * file loses only the facts in it.
 */
export function readCheckout(directory: string): CheckoutFiles | undefined {
  const root = findRepositoryRoot(directory);
  if (root === undefined) return undefined;
  const gitFolder = findGitFolder(root);
  const common = read(join(gitFolder, 'commondir'))?.trim();
  const folders = { own: gitFolder, common: common ? resolve(gitFolder, common) : gitFolder };
  const head = read(join(gitFolder, 'HEAD'))?.trim();
  const reference = parseReference(head);
  const originHead = parseReference(
    read(join(folders.common, 'refs', 'remotes', 'origin', 'HEAD'))?.trim(),
  );
  return {
    branch: /^refs\/heads\/(?!\.invalid$)(.+)$/s.exec(reference ?? '')?.[1],
    commit: reference === undefined ? parseHash(head) : findCommit(reference, folders),
    remote: parseRemoteUrl(read(join(folders.common, 'config')) ?? ''),
    defaultBranch: /^refs\/remotes\/origin\/(.+)$/s.exec(originHead ?? '')?.[1],
  };
}

interface Folders {
  own: string;
  /** The folder that all worktrees of a repository share. */
  common: string;
}

/** In worktrees and submodules `.git` is a file that names the folder. */
function findGitFolder(root: string): string {
  const place = join(root, '.git');
  const named = /^gitdir: (.+)$/m.exec(read(place) ?? '')?.[1];
  return named === undefined ? place : resolve(root, named.trim());
}

function parseReference(text: string | undefined): string | undefined {
  const reference = /^ref: (refs\/.+)$/.exec(text ?? '')?.[1];
  // The reference becomes part of a path, which must not leave the folder.
  return reference?.split('/').includes('..') ? undefined : reference;
}

function parseHash(text: string | undefined): string | undefined {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.exec(text?.trim() ?? '')?.[0];
}

function findCommit(reference: string, { own, common }: Folders): string | undefined {
  return (
    parseHash(read(join(own, reference))) ??
    parseHash(read(join(common, reference))) ??
    findPackedCommit(read(join(common, 'packed-refs')) ?? '', reference)
  );
}

/**
 * Lines of `<hash> <reference>`. Searches the text without splitting it, because large repositories have 100,000
 * lines.
 */
function findPackedCommit(packed: string, reference: string): string | undefined {
  const at = `\n${packed}\n`.indexOf(` ${reference}\n`);
  return at === -1
    ? undefined
    : parseHash(packed.slice(packed.lastIndexOf('\n', at - 2) + 1, at - 1));
}

// 100,000 packed references take about 7 MB.
const LARGEST_BYTES = 32 * 1024 * 1024;

function read(path: string): string | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > LARGEST_BYTES) return undefined;
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error)) return undefined;
    throw error;
  }
}
