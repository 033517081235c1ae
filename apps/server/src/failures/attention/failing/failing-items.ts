import { describeTests, type DescribedTest } from '../../../history/described-tests.queries.ts';
import { failedWithoutTest, type BranchHead } from '../executions/branch-heads.queries.ts';
import { brokenFiles } from '../executions/broken-files.queries.ts';
import { failureGroups, type FailureGroup } from './failure-groups.queries.ts';
import {
  labelsInExecutions,
  executionFingerprintKey,
} from '../../../analyses/failure-classes/execution-labels.queries.ts';
import { NO_LABEL } from '../../../analyses/failure-classes/verdict-classes.queries.ts';
import { byClassThenTests, needsAttention, type Asked, type FoundItem } from '../item.ts';
import { counted, namesOf, oneLine, titleOf } from '../texts.ts';

/** Failures on default branches: one item per fingerprint, and one per run that failed without a failing test. */
export async function failingItems(
  { scope }: Asked,
  heads: readonly BranchHead[],
): Promise<FoundItem[]> {
  const onDefault = heads.filter((head) => head.isDefaultBranch);
  const withoutTest = onDefault.filter(failedWithoutTest);
  const failing = onDefault.filter((head) => head.failures > 0);
  const [groups, files, classes] = await Promise.all([
    failureGroups(
      scope,
      failing.map((head) => ({ executionId: head.id, bases: null })),
    ),
    brokenFiles(scope, withoutTest),
    labelsInExecutions(
      scope,
      onDefault.map((head) => head.id),
    ),
  ]);
  const tests = await describeTests(scope, groups.flatMap(firstTest));
  const ofTests = groups.flatMap((group) => {
    const head = failing.find((one) => one.id === group.executionId);
    const isShown = needsAttention(classes.get(executionFingerprintKey(group)));
    return head === undefined || !isShown ? [] : [groupItem(head, group, { tests, classes })];
  });
  const ofRuns = withoutTest
    .filter((head) => needsAttention(classes.get(head.id)))
    .map((head) => runItem(head, { files: files.get(head.id) ?? [], classes }));
  return [...ofTests, ...ofRuns].toSorted(byClassThenTests);
}

/** An item for the tests that fail with one fingerprint. A single test appears by its name. */
function groupItem(
  head: BranchHead,
  group: FailureGroup,
  { tests, classes }: { tests: ReadonlyMap<string, DescribedTest>; classes: Classes },
): FoundItem {
  const place = head.branch ?? head.project;
  const { what, detail } = failureTexts(group, tests);
  return {
    ...failureFacts(head, group, classes),
    kind: 'failing',
    title: oneLine(`${place} fails: ${what}`),
    detail,
    testSince: tests.get(group.testIds[0] ?? '')?.since ?? null,
  };
}

type Classes = Awaited<ReturnType<typeof labelsInExecutions>>;

/** The title and the detail of a failure. */
export function failureTexts(
  { tests: count, testIds, pattern }: FailureGroup,
  tests: ReadonlyMap<string, DescribedTest>,
): { what: string; detail: string } {
  const first = tests.get(testIds[0] ?? '');
  const file = oneLine(first?.file ?? '');
  if (count === 1) {
    const place = pattern.includes(file) ? '' : ` in ${file}`;
    return { what: titleOf(first), detail: `${pattern}${place}.` };
  }
  return {
    what: pattern,
    detail: `${titleOf(first)} in ${file} and ${counted(count - 1, 'more test')}.`,
  };
}

/** The fields that items of failing tests share. */
export function failureFacts(
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
    ...(classes.get(executionFingerprintKey(group))?.label ?? NO_LABEL),
    testSince: null,
    alsoIn: [],
    at: head.startedAt.toISOString(),
  };
}

export function firstTest({ testIds }: FailureGroup): string[] {
  return testIds.slice(0, 1);
}

function runItem(
  head: BranchHead,
  { files, classes }: { files: readonly string[]; classes: Classes },
): FoundItem {
  const [error] = head.errors;
  const what =
    files.length > 0
      ? `${counted(files.length, 'file')} failed to load or set up`
      : (error?.message ?? 'the run was reported as failed');
  const message = error === undefined ? '' : ` ${oneLine(error.message)}`;
  return {
    kind: 'failing',
    title: oneLine(`${head.branch ?? head.project} fails: ${what}`),
    detail:
      files.length > 0
        ? `${namesOf(files)}.${message}`
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
