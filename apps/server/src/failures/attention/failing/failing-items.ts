import { formatCount } from '@svc/contract/zod-free/amounts';
import { describeTests, type DescribedTest } from '../../../history/described-tests.queries.ts';
import { hasFailedWithoutTest, type BranchHead } from '../executions/branch-heads.queries.ts';
import { listBrokenFilesOfExecutions } from '../executions/broken-files.queries.ts';
import { listFailureGroupsOfExecutions, type FailureGroup } from './failure-groups.queries.ts';
import {
  readExecutionLabels,
  buildExecutionFingerprintKey,
  NO_LABEL,
} from '../../../analyses/index.ts';
import { compareByClassThenTests, needsAttention, type Asked, type FoundItem } from '../item.ts';
import { formatNames, shortenLine, formatTestTitle } from '../texts.ts';

/** Failures on default branches: one item per fingerprint, and one per run that failed without a failing test. */
export async function listFailingItems(
  { scope }: Asked,
  heads: readonly BranchHead[],
): Promise<FoundItem[]> {
  const onDefault = heads.filter((head) => head.isDefaultBranch);
  const withoutTest = onDefault.filter(hasFailedWithoutTest);
  const failing = onDefault.filter((head) => head.failures > 0);
  const [groups, files, classes] = await Promise.all([
    listFailureGroupsOfExecutions(
      scope,
      failing.map((head) => ({ executionId: head.id, bases: null })),
    ),
    listBrokenFilesOfExecutions(scope, withoutTest),
    readExecutionLabels(
      scope,
      onDefault.map((head) => head.id),
    ),
  ]);
  const tests = await describeTests(scope, groups.flatMap(pickFirstTest));
  const ofTests = groups.flatMap((group) => {
    const head = failing.find((one) => one.id === group.executionId);
    const isShown = needsAttention(classes.get(buildExecutionFingerprintKey(group)));
    return head === undefined || !isShown ? [] : [buildGroupItem(head, group, { tests, classes })];
  });
  const ofRuns = withoutTest
    .filter((head) => needsAttention(classes.get(head.id)))
    .map((head) => runItem(head, { files: files.get(head.id) ?? [], classes }));
  return [...ofTests, ...ofRuns].toSorted(compareByClassThenTests);
}

/** An item for the tests that fail with one fingerprint. A single test appears by its name. */
function buildGroupItem(
  head: BranchHead,
  group: FailureGroup,
  { tests, classes }: { tests: ReadonlyMap<string, DescribedTest>; classes: Classes },
): FoundItem {
  const place = head.branch ?? head.project;
  const { what, detail } = describeFailureGroup(group, tests);
  return {
    ...buildFailureFacts(head, group, classes),
    kind: 'failing',
    title: shortenLine(`${place} fails: ${what}`),
    detail,
    testSince: tests.get(group.testIds[0] ?? '')?.since ?? null,
  };
}

type Classes = Awaited<ReturnType<typeof readExecutionLabels>>;

/** The title and the detail of a failure. */
export function describeFailureGroup(
  { tests: count, testIds, pattern }: FailureGroup,
  tests: ReadonlyMap<string, DescribedTest>,
): { what: string; detail: string } {
  const first = tests.get(testIds[0] ?? '');
  const file = shortenLine(first?.file ?? '');
  if (count === 1) {
    const place = pattern.includes(file) ? '' : ` in ${file}`;
    return { what: formatTestTitle(first), detail: `${pattern}${place}.` };
  }
  return {
    what: pattern,
    detail: `${formatTestTitle(first)} in ${file} and ${formatCount(count - 1, 'more test')}.`,
  };
}

/** The fields that items of failing tests share. */
export function buildFailureFacts(
  head: BranchHead,
  group: FailureGroup,
  classes: Classes,
): Omit<FoundItem, 'kind' | 'title' | 'detail'> {
  return {
    project: head.project,
    branch: head.branch,
    testIds: group.testIds,
    tests: group.tests,
    executionId: head.id,
    fingerprint: group.fingerprint,
    ...(classes.get(buildExecutionFingerprintKey(group))?.label ?? NO_LABEL),
    testSince: null,
    alsoIn: [],
    at: head.startedAt.toISOString(),
  };
}

export function pickFirstTest({ testIds }: FailureGroup): string[] {
  return testIds.slice(0, 1);
}

function runItem(
  head: BranchHead,
  { files, classes }: { files: readonly string[]; classes: Classes },
): FoundItem {
  const [error] = head.errors;
  const what =
    files.length > 0
      ? `${formatCount(files.length, 'file')} failed to load or set up`
      : (error?.message ?? 'the run was reported as failed');
  const message = error === undefined ? '' : ` ${shortenLine(error.message)}`;
  return {
    kind: 'failing',
    title: shortenLine(`${head.branch ?? head.project} fails: ${what}`),
    detail:
      files.length > 0
        ? `${formatNames(files)}.${message}`
        : 'No test failed; the error is that of the whole run.',
    project: head.project,
    branch: head.branch,
    testIds: [],
    tests: 0,
    executionId: head.id,
    fingerprint: null,
    ...(classes.get(head.id)?.label ?? NO_LABEL),
    testSince: null,
    alsoIn: [],
    at: head.startedAt.toISOString(),
  };
}
