import type { Comparison } from '@svc/contract/executions/compare';
import { shortCommit } from '../executions/execution-columns.ts';

/**
 * `Base: #811 of main at a07be55, the newest: no execution of this suite at the base commit 9f8e7d6 speaks for main.`;
 * undefined when the base is of the commit that the head is based on, was named, or no base commit is known.
 */
export function missingBaseText({ base, head, baseChoice }: Comparison): string | undefined {
  if (baseChoice !== 'base-commit-missing') return undefined;
  const { branch, commit } = base.git;
  const at = commit === undefined ? '' : ` at ${shortCommit(commit)}`;
  return (
    `Base: #${base.number} of ${branch}${at}, the newest: no execution of this suite ` +
    `at the base commit ${shortCommit(head.git.baseCommit)} speaks for ${branch}.`
  );
}
