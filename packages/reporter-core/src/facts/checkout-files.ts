import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isErrno } from '../text/is-errno.ts';
import { repositoryRoot } from './repository-root.ts';
import { remoteUrl } from './remote-url.ts';

/** What the files below `.git` say of a checkout. */
export interface CheckoutFiles {
  /** Absent on a detached HEAD. */
  branch?: string | undefined;
  /** Of HEAD. Absent before the first commit. */
  commit?: string | undefined;
  /** The address of `origin`, or of the first remote if there is no `origin`, as it is configured. */
  remote?: string | undefined;
  /** The branch that `origin/HEAD` names. */
  defaultBranch?: string | undefined;
}

/**
 * Reads branch, commit and remote of the checkout around `directory` from its files, without a process:
 * so they are known at once, and where git is missing, hangs or may not be started. Worktrees and
 * submodules (`.git` is a file) included; not read are included configuration files and reftables.
 * Undefined outside of a repository. An unreadable file costs only what is in it.
 */
export function readCheckout(directory: string): CheckoutFiles | undefined {
  const root = repositoryRoot(directory);
  if (root === undefined) return undefined;
  const gitFolder = gitFolderOf(root);
  const common = read(join(gitFolder, 'commondir'))?.trim();
  const folders = { own: gitFolder, common: common ? resolve(gitFolder, common) : gitFolder };
  const head = read(join(gitFolder, 'HEAD'))?.trim();
  const reference = referenceIn(head);
  const originHead = referenceIn(
    read(join(folders.common, 'refs', 'remotes', 'origin', 'HEAD'))?.trim(),
  );
  return {
    branch: /^refs\/heads\/(?!\.invalid$)(.+)$/s.exec(reference ?? '')?.[1],
    commit: reference === undefined ? hashIn(head) : commitOf(reference, folders),
    remote: remoteUrl(read(join(folders.common, 'config')) ?? ''),
    defaultBranch: /^refs\/remotes\/origin\/(.+)$/s.exec(originHead ?? '')?.[1],
  };
}

interface Folders {
  own: string;
  /** What all worktrees of a repository share. */
  common: string;
}

/** In worktrees and submodules `.git` is a file that names the folder. */
function gitFolderOf(root: string): string {
  const place = join(root, '.git');
  const named = /^gitdir: (.+)$/m.exec(read(place) ?? '')?.[1];
  return named === undefined ? place : resolve(root, named.trim());
}

function referenceIn(text: string | undefined): string | undefined {
  const reference = /^ref: (refs\/.+)$/.exec(text ?? '')?.[1];
  // Joined to a folder it must not lead out of it.
  return reference?.split('/').includes('..') ? undefined : reference;
}

function hashIn(text: string | undefined): string | undefined {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.exec(text?.trim() ?? '')?.[0];
}

function commitOf(reference: string, { own, common }: Folders): string | undefined {
  return (
    hashIn(read(join(own, reference))) ??
    hashIn(read(join(common, reference))) ??
    packedCommit(read(join(common, 'packed-refs')) ?? '', reference)
  );
}

/** Lines of `<hash> <reference>`. Searched without a list of them: large repositories have 100,000. */
function packedCommit(packed: string, reference: string): string | undefined {
  const at = `\n${packed}\n`.indexOf(` ${reference}\n`);
  return at === -1 ? undefined : hashIn(packed.slice(packed.lastIndexOf('\n', at - 2) + 1, at - 1));
}

// 100,000 packed references take some 7 MB.
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
