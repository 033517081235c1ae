import { describeTests } from '../../../history/described-tests.queries.ts';
import { baseExecutions } from '../../../history/executions/base-executions.queries.ts';
import type { BranchHead } from './branch-heads.queries.ts';
import { failureFacts, failureTexts, firstTest } from '../failing/failing-items.ts';
import { failureGroups } from '../failing/failure-groups.queries.ts';
import {
  labelsInExecutions,
  executionFingerprintKey,
} from '../../../analyses/failure-classes/execution-labels.queries.ts';
import { byTestsThenNewest, needsAttention, type Asked, type FoundItem } from '../item.ts';
import { counted, oneLine } from '../texts.ts';

/**
 * Tests that fail on a branch and passed in the newest execution before it that speaks for the base branch and ran
 * them.
 */
export async function regressionItems(
  { scope }: Asked,
  heads: readonly BranchHead[],
): Promise<FoundItem[]> {
  const failing = heads.filter((head) => !head.isDefaultBranch && head.failures > 0);
  const bases = await baseExecutions(scope, failing);
  const judged = failing.flatMap((head) => {
    const ofHead = bases.get(head.id);
    return ofHead === undefined ? [] : [{ executionId: head.id, bases: ofHead }];
  });
  const groups = await failureGroups(scope, judged);
  const tests = await describeTests(scope, groups.flatMap(firstTest));
  const classes = await labelsInExecutions(
    scope,
    judged.map(({ executionId }) => executionId),
  );
  const items = groups.flatMap((group): FoundItem[] => {
    const head = failing.find((one) => one.id === group.executionId);
    const [base, ...before] = bases.get(group.executionId) ?? [];
    if (head === undefined || base === undefined) return [];
    if (!needsAttention(classes.get(executionFingerprintKey(group)))) return [];
    const passedIn = before.length === 0 ? `in #${base.number}` : `in #${base.number} or before it`;
    const { what, detail } = failureTexts(group, tests);
    const count = group.tests === 1 ? '' : `${counted(group.tests, 'test')}: `;
    return [
      {
        ...failureFacts(head, group, classes),
        kind: 'regression',
        title: oneLine(`${head.branch ?? ''} breaks ${count}${what}`),
        detail: `${detail} Passed ${passedIn} on ${oneLine(head.baseBranch ?? '')}.`,
      },
    ];
  });
  return items.toSorted(byTestsThenNewest);
}
