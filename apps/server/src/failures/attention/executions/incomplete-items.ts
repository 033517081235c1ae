import { failedWithoutTest, type BranchHead } from './branch-heads.queries.ts';
import { brokenFiles } from './broken-files.queries.ts';
import { byTestsThenNewest, type Asked, type FoundItem } from '../item.ts';
import { counted, namesOf, oneLine } from '../texts.ts';

/**
 * Items for executions with missing shards, or with files that failed to load or set up. Leaves out an execution of a
 * default branch whose only failure is that: it has a failing item.
 */
export async function incompleteItems(
  { scope }: Asked,
  heads: readonly BranchHead[],
): Promise<FoundItem[]> {
  const incomplete = heads.filter(
    (head) =>
      (head.hasFileErrors || missingShards(head) > 0) &&
      !(head.isDefaultBranch && failedWithoutTest(head)),
  );
  const files = await brokenFiles(
    scope,
    incomplete.filter((head) => head.hasFileErrors),
  );
  return incomplete
    .map((head) => incompleteItem(head, files.get(head.id) ?? []))
    .toSorted(byTestsThenNewest);
}

function incompleteItem(head: BranchHead, files: readonly string[]): FoundItem {
  const missing = missingShards(head);
  const facts = [
    ...(missing > 0 ? [`${missing} of ${counted(head.shardsExpected, 'part')} never came`] : []),
    ...(files.length > 0 ? [`${counted(files.length, 'file')} failed to load or set up`] : []),
  ];
  const number = `#${head.number}`;
  return {
    kind: 'incomplete',
    title: oneLine(`${head.branch ?? head.project}: ${facts.join(', ')}`),
    detail:
      files.length > 0
        ? `${number} did not run what is in ${namesOf(files)}.`
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

function missingShards({ shardsExpected, shardsReceived, shardsCarried }: BranchHead): number {
  return Math.max(0, shardsExpected - shardsReceived - shardsCarried);
}
