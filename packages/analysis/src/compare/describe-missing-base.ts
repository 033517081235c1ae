import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';

type WithGit = Pick<Execution, 'git'>;

/**
 * `Base: #811 of main at a07be55, the newest before the head: this suite has no earlier whole CI run of main at the base
 * commit 9f8e7d6.`, or that the base began after the head. Undefined where the base is what a reader expects.
 */
export function describeMissingBase({
  base,
  head,
  baseChoice,
}: {
  base: WithGit & Pick<Execution, 'number'>;
  head: WithGit;
  baseChoice: Comparison['baseChoice'];
}): string | undefined {
  if (baseChoice !== 'after-head' && baseChoice !== 'base-commit-missing') return undefined;
  const { branch, commit } = base.git;
  const at = commit === undefined ? '' : ` at ${commit.slice(0, COMMIT_DIGITS)}`;
  const which = `Base: #${base.number} of ${branch}${at}`;
  if (baseChoice === 'after-head') {
    return (
      `${which}, which began after the head: ${branch} has no earlier whole CI run. ` +
      `What broke or was fixed on ${branch} since then counts as a change.`
    );
  }
  return (
    `${which}, the newest before the head: this suite has no earlier whole CI run of ${branch} ` +
    `at the base commit ${head.git.baseCommit?.slice(0, COMMIT_DIGITS)}.`
  );
}

const COMMIT_DIGITS = 7;
