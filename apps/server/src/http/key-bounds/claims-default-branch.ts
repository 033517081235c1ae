/** The branches that an upload names; null: none. */
export interface NamedBranches {
  branch: string | null;
  /** The branch that its pull request is to be merged into. */
  baseBranch: string | null;
}

/**
 * Whether an execution of these branches may count as one of the project's default branch. The default branch is null
 * until the project has one. Until then, an execution of no pull request may decide it, and so may one of main or
 * master.
 */
export function claimsDefaultBranch(
  { branch, baseBranch }: NamedBranches,
  defaultBranch: string | null,
): boolean {
  // A fork's branch may have the name of its target branch. Its executions do not count for the target branch.
  if (branch !== null && branch === baseBranch) return false;
  if (defaultBranch !== null) return branch === defaultBranch;
  return baseBranch === null || branch === 'main' || branch === 'master';
}
