import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';

type WithGit = Pick<Execution, 'git'>;

/** The commit of this branch that an execution is based on, maybe abbreviated; undefined when it is unknown. */
export function baseCommitOf({ git }: WithGit, branch: string): string | undefined {
  const { baseBranch, baseCommit = '' } = git;
  return baseBranch === branch && /^[0-9a-f]{7,64}$/i.test(baseCommit)
    ? baseCommit.toLowerCase()
    : undefined;
}

/** How a base was chosen that is an execution of this branch, or the newest of any without one. */
export function baseChoiceOf(
  { base, head }: { base: WithGit; head: WithGit },
  branch: string | undefined,
): Comparison['baseChoice'] {
  const commit = branch === undefined ? undefined : baseCommitOf(head, branch);
  if (commit === undefined) return 'newest';
  const isOfCommit = base.git.commit?.toLowerCase().startsWith(commit) ?? false;
  return isOfCommit ? 'base-commit' : 'base-commit-missing';
}

/**
 * `Base: #811 of main at a07be55, the newest: this suite has no whole CI run of main at the base commit 9f8e7d6.`;
 * undefined when the base is of the commit that the head is based on, was named, or no base commit is known.
 */
export function missingBaseText({
  base,
  head,
  baseChoice,
}: {
  base: WithGit & Pick<Execution, 'number'>;
  head: WithGit;
  baseChoice: Comparison['baseChoice'];
}): string | undefined {
  if (baseChoice !== 'base-commit-missing') return undefined;
  const { branch, commit } = base.git;
  const at = commit === undefined ? '' : ` at ${commit.slice(0, COMMIT_DIGITS)}`;
  return (
    `Base: #${base.number} of ${branch}${at}, the newest: this suite has no whole CI run of ${branch} ` +
    `at the base commit ${head.git.baseCommit?.slice(0, COMMIT_DIGITS)}.`
  );
}

const COMMIT_DIGITS = 7;
