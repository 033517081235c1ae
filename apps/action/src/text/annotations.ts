import { groupBy } from '@svc/analysis/causes/cause-groups';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { AnnotationProperties } from '@actions/core';
import {
  countFailedTests,
  NO_REPORTED_CAUSES,
  sumTotals,
  type Report,
  type ReportedCauses,
  type ReportedFailure,
  type ReportedTest,
} from '../report/report.ts';
import { cutText, formatErrorHeadline } from '@svc/analysis/markdown/error-text';
import { formatTestTitle } from '@svc/analysis/text/test-names';
import {
  makeTerminalSafe,
  shortenLine,
  toTerminalText,
} from '@svc/reporter-core/text/terminal-text';

export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  message: string;
  properties: AnnotationProperties;
}

// GitHub shows 10 of each level and step, and drops the others silently.
const MOST = 10;

/**
 * At most 10 annotations: failures, one for each cause and new ones first, errors outside of tests, then flaky tests,
 * each on the line that failed. If there are more, the last one says so. The report is as the tests reported it, because
 * its names are compared; messages and titles are safe for a log. `leg`: only failures of this leg, because each job
 * annotates its own. `isFile`: false for a name that is not a file of the repository, such as a class in a JUnit report.
 */
export function buildAnnotations(
  report: Report,
  { leg, isFile }: { leg: string | undefined; isFile: (file: string) => boolean },
): Annotation[] {
  const isOwn = ({ legs }: ReportedTest) =>
    leg === undefined || legs.length === 0 || legs.includes(leg);
  const failures = groupForAnnotations(report.failures.filter(isOwn)).map((group) =>
    buildCauseAnnotation(group, {
      causes: leg === undefined ? report.causes : NO_REPORTED_CAUSES,
      isFile,
    }),
  );
  const all = [
    ...failures,
    ...report.outside.map(({ file, error }) => ({
      count: 1,
      level: 'error' as const,
      message: cutText(toTerminalText(error.message), LIMITS),
      properties: {
        title:
          file === null ? 'The run failed' : `${shortenLine(file)} failed outside of its tests`,
        ...pickPlace(error, { file: file ?? undefined, line: undefined, isFile }),
      },
    })),
    ...report.flaky.filter(isOwn).map((test) => ({
      count: 1,
      level: 'warning' as const,
      message: 'Failed and then passed: the test is flaky',
      properties: {
        title: formatSafeTitle(test),
        ...pickPlace(null, { file: test.file, line: test.line ?? undefined, isFile }),
      },
    })),
  ];
  const annotations = all.map(({ level, message, properties }) => ({ level, message, properties }));
  const unlisted = leg === undefined ? report.unlisted : 0;
  if (all.length <= MOST && unlisted === 0) return annotations;
  const shown = all.length < MOST ? all.length : MOST - 1;
  const ofAll =
    leg === undefined
      ? countFailedTests(report) + report.outside.length + sumTotals(report).flaky
      : 0;
  // A comparison lists fewer causes than there may be; the totals of the executions count every failure.
  const left = Math.max(
    sumCounts(all.slice(shown)) + unlisted,
    ofAll - sumCounts(all.slice(0, shown)),
  );
  const more: Annotation = {
    level: 'notice',
    message: `${formatNumber(left)} more failures, errors and flaky tests are in the summary of the job`,
    properties: { title: `${formatNumber(left)} more` },
  };
  return [...annotations.slice(0, shown), more];
}

function sumCounts(counted: readonly { count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

const LIMITS = { lines: 12, characters: 2_000 };

/** Groups failures by fingerprint, change and excuse. */
function groupForAnnotations(failures: readonly ReportedFailure[]): ReportedFailure[][] {
  const groups = groupBy(failures, (failure) =>
    failure.fingerprint === null
      ? failure
      : [failure.fingerprint, pickCauseList(failure), failure.excused?.by].join(' '),
  );
  return [...groups.values()];
}

/** Where the causes of such failures are counted. */
function pickCauseList({ change }: ReportedFailure): keyof ReportedCauses {
  if (change === null) return 'uncompared';
  return change === 'still-failing' ? 'still' : 'new';
}

function formatSafeTitle({ titlePath, variant }: ReportedTest): string {
  return formatTestTitle(makeTerminalSafe({ titlePath, variant }));
}

function buildCauseAnnotation(
  group: readonly ReportedFailure[],
  { causes, isFile }: { causes: ReportedCauses; isFile: (file: string) => boolean },
): Annotation & { count: number } {
  const [failure] = group;
  if (failure === undefined) throw new Error('a group has a failure');
  const { error, excused, change, file, line, fingerprint } = failure;
  const known =
    excused === null && fingerprint !== null
      ? causes[pickCauseList(failure)].items.find((cause) => cause.fingerprint === fingerprint)
      : undefined;
  const count = Math.max(group.length, known?.tests ?? 0);
  const message = error === null ? 'Failed without an error' : toTerminalText(error.message).trim();
  const words = [
    ...(change === 'regression' ? ['new'] : []),
    ...(excused === null ? [] : [EXCUSED[excused.by]]),
  ];
  const others = count > 1 ? ` and ${formatCount(count - 1, 'more test')}` : '';
  const title = `${formatSafeTitle(failure)}${others}`;
  return {
    count,
    level: excused === null ? 'error' : 'notice',
    message: cutText(
      message === '' ? formatErrorHeadline(makeTerminalSafe(error)) : message,
      LIMITS,
    ),
    properties: {
      title: words.length === 0 ? title : `${title} (${words.join(', ')})`,
      ...pickPlace(error, { file, line: line ?? undefined, isFile }),
    },
  };
}

const EXCUSED = {
  quarantine: 'excused by quarantine',
  'known-flake': 'excused as a known flake',
  base: 'excused, because it fails in the base, too',
} as const;

/**
 * The place of the error if it is in the repository, else the line of the test's file that its stack names, else the
 * test.
 */
function pickPlace(
  error: TestError | null,
  {
    isFile,
    ...test
  }: {
    file: string | undefined;
    line: number | undefined;
    isFile: (file: string) => boolean;
  },
): AnnotationProperties {
  const location = error?.location;
  if (
    location !== undefined &&
    location.line > 0 &&
    !OUTSIDE.test(location.file) &&
    isFile(location.file)
  ) {
    const { file, line, column } = location;
    return { file, startLine: line, ...(column !== undefined && { startColumn: column }) };
  }
  if (test.file === undefined || !isFile(test.file)) return {};
  const line = lineInStack(error, test.file);
  if (line !== undefined) return { file: test.file, startLine: line };
  return { file: test.file, ...(test.line !== undefined && { startLine: test.line }) };
}

/** An absolute path, an address, or a package. */
const OUTSIDE = /^(?:[/\\]|[a-z]:|\.\.|[a-z]+:\/\/)|node_modules/i;

/** The first line of the file that a stack names. Reports of JUnit have no other place of a failure. */
function lineInStack(error: TestError | null, file: string | undefined): number | undefined {
  if (error === null || file === undefined) return undefined;
  // Both without colours, which may be between the name and the line.
  const text = toTerminalText(`${error.message}\n${error.stack ?? ''}`);
  const name = `${toTerminalText(file)}:`;
  const at = text.indexOf(name);
  const digits = at === -1 ? undefined : /^\d{1,7}/.exec(text.slice(at + name.length))?.[0];
  return digits === undefined ? undefined : Number(digits);
}
