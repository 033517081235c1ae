import { grouped } from '@svc/analysis/text/numbers';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { MessagePlace } from '../runner.ts';
import type { Report, ReportedFailure, ReportedTest } from '../report/report.ts';
import { cutText } from './cut-text.ts';
import { errorHeadline } from './error-text.ts';
import { terminalText } from '@svc/reporter-core/text/terminal-text';
import { shortLine, testTitle } from './words.ts';

export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  message: string;
  properties: MessagePlace;
}

// GitHub shows 10 of each level and step, and drops the others silently.
const MOST = 10;

/**
 * At most 10 annotations: failures, errors outside of tests, then flaky tests, each on the line that failed. If there
 * are more, the last one says so. `leg`: only failures of this leg, because each job annotates its own.
 */
export function annotationsOf(report: Report, leg: string | undefined): Annotation[] {
  const isOwn = ({ legs }: ReportedTest) =>
    leg === undefined || legs.length === 0 || legs.includes(leg);
  const all = [
    ...report.failures.filter(isOwn).map(ofFailure),
    ...report.outside.map(({ file, error }) => ({
      level: 'error' as const,
      message: cutText(terminalText(error.message), LIMITS),
      properties: {
        title: file === null ? 'The run failed' : `${shortLine(file)} failed outside of its tests`,
        ...place(error, { file: file ?? undefined, line: undefined }),
      },
    })),
    ...report.flaky.filter(isOwn).map((test) => ({
      level: 'warning' as const,
      message: 'Failed and then passed: the test is flaky',
      properties: {
        title: testTitle(test),
        ...place(null, { file: test.file, line: test.line ?? undefined }),
      },
    })),
  ];
  if (all.length <= MOST) return all;
  const left = all.length - (MOST - 1);
  const more: Annotation = {
    level: 'notice',
    message: `${grouped(left)} more failures, errors and flaky tests are in the summary of the job`,
    properties: { title: `${grouped(left)} more` },
  };
  return [...all.slice(0, MOST - 1), more];
}

const LIMITS = { lines: 12, characters: 2_000 };

function ofFailure(failure: ReportedFailure): Annotation {
  const { error, excused, change } = failure;
  const { file, line } = failure;
  const message = error === null ? 'Failed without an error' : terminalText(error.message).trim();
  const words = [
    ...(change === 'regression' ? ['new'] : []),
    ...(excused === null ? [] : ['excused by quarantine']),
  ];
  const title = testTitle(failure);
  return {
    level: excused === null ? 'error' : 'notice',
    message: cutText(message === '' ? errorHeadline(error) : message, LIMITS),
    properties: {
      title: words.length === 0 ? title : `${title} (${words.join(', ')})`,
      ...place(error, { file, line: line ?? undefined }),
    },
  };
}

/**
 * The place of the error if it is in the repository, else the line of the test's file that its stack names, else the
 * test.
 */
function place(
  error: TestError | null,
  test: { file: string | undefined; line: number | undefined },
): MessagePlace {
  const location = error?.location;
  if (location !== undefined && location.line > 0 && !OUTSIDE.test(location.file)) {
    const { file, line, column } = location;
    return { file, startLine: line, ...(column !== undefined && { startColumn: column }) };
  }
  const line = lineInStack(error, test.file);
  if (test.file !== undefined && line !== undefined) return { file: test.file, startLine: line };
  if (test.file === undefined) return {};
  return { file: test.file, ...(test.line !== undefined && { startLine: test.line }) };
}

/** An absolute path, an address, or a package. */
const OUTSIDE = /^(?:[/\\]|[a-z]:|\.\.|[a-z]+:\/\/)|node_modules/i;

/** The first line of the file that a stack names. Reports of JUnit have no other place of a failure. */
function lineInStack(error: TestError | null, file: string | undefined): number | undefined {
  if (error === null || file === undefined) return undefined;
  const text = `${error.message}\n${error.stack ?? ''}`;
  const at = text.indexOf(`${file}:`);
  const digits = at === -1 ? undefined : /^\d{1,7}/.exec(text.slice(at + file.length + 1))?.[0];
  return digits === undefined ? undefined : Number(digits);
}
