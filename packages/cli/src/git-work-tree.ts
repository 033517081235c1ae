import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectOfRemote } from '@svc/reporter-core/git-facts';

export interface GitWorkTree {
  /** The repository's name by its remote: what reporters send as project where nothing else is set. */
  project: string | undefined;
  /** Undefined on a detached HEAD, as in most CI check-outs. */
  branch: string | undefined;
}

/** What the repository around `directory` says of itself; both undefined outside of one, or without git. */
export async function gitWorkTree(directory: string): Promise<GitWorkTree> {
  const [project, branch] = await Promise.all([
    projectOfRemote(directory),
    currentBranch(directory),
  ]);
  return { project, branch };
}

const runGit = promisify(execFile);
// A repository on a network drive that hangs must not hang the command: it only loses its default.
const GIT_TIMEOUT_MS = 2_000;

async function currentBranch(directory: string): Promise<string | undefined> {
  try {
    const options = { cwd: directory, timeout: GIT_TIMEOUT_MS };
    const { stdout } = await runGit('git', ['symbolic-ref', '--quiet', '--short', 'HEAD'], options);
    return stdout.trim() || undefined;
  } catch (error) {
    // Whatever git cannot tell (no repository, detached, no git at all) is no branch.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
