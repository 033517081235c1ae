import type { Comparison } from '@svc/contract/executions/compare';
import type { Scope } from '../../db/scope.ts';
import {
  readBaseExecutions,
  readBaseFacts,
} from '../../history/executions/base-executions.queries.ts';
import {
  findExecution,
  type ExecutionRow,
} from '../../history/executions/execution-rows.queries.ts';
import {
  findCiRun,
  findNearestExecution,
  findNewestExecution,
} from './newest-execution.queries.ts';

/** A base that a branch was named for, and why it is this execution. */
export interface ChosenBase {
  base: ExecutionRow;
  baseChoice: Comparison['baseChoice'];
}

/**
 * The execution that counts for `branch` and shows its state without the head: the execution that the gate compares
 * with. If the gate has none, the nearest one that began before the head, of any age and suite; if there is none, one
 * that began after it. On the branch itself, the head if it is the only one. Null if no execution counts for the
 * branch.
 * @see readBaseExecutions
 */
export async function findBaseOfBranch(
  scope: Scope,
  { head, branch }: { head: ExecutionRow; branch: string },
): Promise<ChosenBase | null> {
  const based = await readBaseFacts(scope, head);
  const baseCommit = based.baseBranch === branch ? based.baseCommit : null;
  const ciRun = head.git['branch'] === branch ? await findCiRun(scope, head) : null;
  const asked = { ...head, ...based, baseBranch: branch, baseCommit, ciRun };
  const [ofGate] = (await readBaseExecutions(scope, [asked])).get(head.id) ?? [];
  const wanted = { project: head.project, branch };
  const base =
    (ofGate === undefined ? null : await findExecution(scope, ofGate.id)) ??
    (await findNearestExecution(scope, { ...wanted, head, ciRun, baseCommit }));
  if (base !== null) return { base, baseChoice: deriveBaseChoice({ base, head, baseCommit }) };
  const only = await findNewestExecution(scope, { ...wanted, like: head });
  return only?.id === head.id ? { base: only, baseChoice: 'newest' } : null;
}

function deriveBaseChoice({
  base,
  head,
  baseCommit,
}: {
  base: ExecutionRow;
  head: ExecutionRow;
  baseCommit: string | null;
}): Comparison['baseChoice'] {
  const { commit } = base.git;
  if (
    baseCommit !== null &&
    typeof commit === 'string' &&
    commit.toLowerCase().startsWith(baseCommit)
  ) {
    return 'base-commit';
  }
  if (base.startedAt > head.startedAt) return 'after-head';
  return baseCommit === null ? 'newest' : 'base-commit-missing';
}
