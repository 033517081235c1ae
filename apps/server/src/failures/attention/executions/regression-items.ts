import { formatCount } from '@svc/contract/zod-free/amounts';
import { describeTests } from '../../../history/described-tests.queries.ts';
import { readBaseExecutions } from '../../../history/executions/base-executions.queries.ts';
import type { BranchHead } from './branch-heads.queries.ts';
import {
  buildFailureFacts,
  describeFailureGroup,
  pickFirstTest,
} from '../failing/failing-items.ts';
import { listFailureGroupsOfExecutions } from '../failing/failure-groups.queries.ts';
import { readExecutionLabels, buildExecutionFingerprintKey } from '../../../analyses/index.ts';
import { compareByTestsThenNewest, needsAttention, type Asked, type FoundItem } from '../item.ts';
import { shortenLine } from '../texts.ts';

/**
 * Tests that fail on a branch and passed in the newest execution before it that counts for the base branch and ran
 * them.
 */
export async function listRegressionItems(
  { scope }: Asked,
  heads: readonly BranchHead[],
): Promise<FoundItem[]> {
  const failing = heads.filter((head) => !head.isDefaultBranch && head.failures > 0);
  const bases = await readBaseExecutions(scope, failing);
  const judged = failing.flatMap((head) => {
    const ofHead = bases.get(head.id);
    return ofHead === undefined ? [] : [{ executionId: head.id, bases: ofHead }];
  });
  const groups = await listFailureGroupsOfExecutions(scope, judged);
  const tests = await describeTests(scope, groups.flatMap(pickFirstTest));
  const classes = await readExecutionLabels(
    scope,
    judged.map(({ executionId }) => executionId),
  );
  const items = groups.flatMap((group): FoundItem[] => {
    const head = failing.find((one) => one.id === group.executionId);
    const [base, ...before] = bases.get(group.executionId) ?? [];
    if (head === undefined || base === undefined) return [];
    if (!needsAttention(classes.get(buildExecutionFingerprintKey(group)))) return [];
    const passedIn = before.length === 0 ? `in #${base.number}` : `in #${base.number} or before it`;
    const { what, detail } = describeFailureGroup(group, tests);
    const count = group.tests === 1 ? '' : `${formatCount(group.tests, 'test')}: `;
    return [
      {
        ...buildFailureFacts(head, group, classes),
        kind: 'regression',
        title: shortenLine(`${head.branch ?? ''} breaks ${count}${what}`),
        detail: `${detail} Passed ${passedIn} on ${shortenLine(head.baseBranch ?? '')}.`,
      },
    ];
  });
  return items.toSorted(compareByTestsThenNewest);
}
