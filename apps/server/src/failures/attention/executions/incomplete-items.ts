import { formatCount } from '@svc/contract/zod-free/amounts';
import { hasFailedWithoutTest, type BranchHead } from './branch-heads.queries.ts';
import { listBrokenFilesOfExecutions } from './broken-files.queries.ts';
import { compareByTestsThenNewest, type Asked, type FoundItem } from '../item.ts';
import { formatNames, shortenLine } from '../texts.ts';

/**
 * Items for executions with missing shards, or with files that failed to load or set up. Leaves out an execution of a
 * default branch whose only failure is that: it has a failing item.
 */
export async function listIncompleteItems(
  { scope }: Asked,
  heads: readonly BranchHead[],
): Promise<FoundItem[]> {
  const incomplete = heads.filter(
    (head) =>
      (head.hasFileErrors || countMissingShards(head) > 0) &&
      !(head.isDefaultBranch && hasFailedWithoutTest(head)),
  );
  const files = await listBrokenFilesOfExecutions(
    scope,
    incomplete.filter((head) => head.hasFileErrors),
  );
  return incomplete
    .map((head) => buildIncompleteItem(head, files.get(head.id) ?? []))
    .toSorted(compareByTestsThenNewest);
}

function buildIncompleteItem(head: BranchHead, files: readonly string[]): FoundItem {
  const missing = countMissingShards(head);
  const facts = [
    ...(missing > 0
      ? [`${missing} of ${formatCount(head.shardsExpected, 'part')} never came`]
      : []),
    ...(files.length > 0 ? [`${formatCount(files.length, 'file')} failed to load or set up`] : []),
  ];
  const number = `#${head.number}`;
  return {
    kind: 'incomplete',
    title: shortenLine(`${head.branch ?? head.project}: ${facts.join(', ')}`),
    detail:
      files.length > 0
        ? `${number} did not run what is in ${formatNames(files)}.`
        : `Nobody knows how the tests of ${number} went that are missing.`,
    project: head.project,
    branch: head.branch,
    testIds: [],
    tests: 0,
    executionId: head.id,
    fingerprint: null,
    classification: null,
    testSince: null,
    alsoIn: [],
    at: head.startedAt.toISOString(),
  };
}

function countMissingShards({ shardsExpected, shardsReceived, shardsCarried }: BranchHead): number {
  return Math.max(0, shardsExpected - shardsReceived - shardsCarried);
}
