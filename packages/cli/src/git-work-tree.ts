import { readCheckout } from '@svc/reporter-core/facts/checkout-files';
import { repositoryName, repositoryUrl } from '@svc/reporter-core/facts/repository-url';

export interface GitWorkTree {
  /** The repository's name by its remote: what reporters send as project where nothing else is set. */
  project: string | undefined;
  /** Undefined on a detached HEAD, as in most CI check-outs. */
  branch: string | undefined;
  /** In full; undefined before the first commit. */
  commit: string | undefined;
}

/** What the repository around `directory` says of itself; all undefined outside of one. Reads files, starts no git. */
export function gitWorkTree(directory: string): GitWorkTree {
  const { remote, branch, commit } = readCheckout(directory) ?? {};
  return { project: remote && repositoryName(repositoryUrl(remote)), branch, commit };
}
