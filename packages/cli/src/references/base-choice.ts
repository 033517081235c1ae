import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';
import type { ExecutionReference } from './execution-reference.ts';

/** The commit of this branch that an execution is based on, maybe abbreviated; undefined when it is unknown. */
export function baseCommitOf({ git }: Pick<Execution, 'git'>, branch: string): string | undefined {
  const { baseBranch, baseCommit = '' } = git;
  return baseBranch === branch && /^[0-9a-f]{7,64}$/i.test(baseCommit)
    ? baseCommit.toLowerCase()
    : undefined;
}

/** The comparison with how its base was chosen: svc looks references up itself, and the server only sees ids. */
export function withBaseChoice(comparison: Comparison, typed: ExecutionReference): Comparison {
  if (typed.kind === 'id' || typed.kind === 'number') return comparison;
  const branch = typed.kind === 'branch' ? typed.branch : undefined;
  return { ...comparison, baseChoice: choiceOf(comparison, branch) };
}

function choiceOf(
  { base, head }: Comparison,
  branch: string | undefined,
): Comparison['baseChoice'] {
  const commit = branch === undefined ? undefined : baseCommitOf(head, branch);
  if (commit === undefined) return 'newest';
  const isOfCommit = base.git.commit?.toLowerCase().startsWith(commit) ?? false;
  return isOfCommit ? 'base-commit' : 'base-commit-missing';
}
