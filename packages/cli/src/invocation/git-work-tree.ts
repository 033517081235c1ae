import { readCheckout } from '@svc/reporter-core/facts/checkout-files';
import { parseRepositoryName, toRepositoryUrl } from '@svc/reporter-core/facts/repository-url';

export interface GitWorkTree {
  /** The repository's name from its remote: what reporters send as project by default. */
  project: string | undefined;
  /** Undefined on a detached HEAD, as in most CI check-outs. */
  branch: string | undefined;
  /** The full hash; undefined before the first commit. */
  commit: string | undefined;
}

/**
 * The facts of the repository around `directory`; all undefined outside a repository. Reads files and does not start
 * git.
 */
export function readGitWorkTree(directory: string): GitWorkTree {
  const { remote, branch, commit } = readCheckout(directory) ?? {};
  return { project: remote && parseRepositoryName(toRepositoryUrl(remote)), branch, commit };
}
