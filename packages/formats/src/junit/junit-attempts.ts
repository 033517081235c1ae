import type { IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { parseSecondsToMs } from '../durations.ts';
import { parseOutcomeWord } from '../text/outcome-words.ts';
import { isTimeout, buildTextError } from '../text/text-error.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import type { JunitDialect } from './junit-dialect.ts';
import { splitJunitOutput } from './junit-output.ts';
import { findStatedOutcome, UNEXPLAINED } from './stated-outcome.ts';

export interface JunitAttempts {
  status: ResultStatus;
  /** Empty if the result is enough: one attempt that passed without output, or none. */
  attempts: IngestAttempt[];
  /** Whether the report has only the errors of the tries before the last one. */
  isReconstructed: boolean;
  /** Paths of attachments with the attempt they belong to, from 1. */
  paths: { path: string; attempt: number }[];
}

/**
 * The status and the attempts of a test case. `rerunFailure` and `rerunError` are attempts after the first, failed
 * one; `flakyFailure` and `flakyError` those before the last, which mostly passed. Several failures without such
 * elements are errors of one attempt, because the number of tries is unknown.
 */
export function buildJunitAttempts(
  testcase: XmlElement,
  { triesOf, errorOf = buildFaultError }: JunitDialect,
): JunitAttempts {
  const faults = withoutSilent(testcase.children.filter(isFault));
  const reruns = testcase.children.filter(({ name }) => /^rerun(?:Failure|Error)$/.test(name));
  const flaky = testcase.children.filter(({ name }) => /^flaky(?:Failure|Error)$/.test(name));
  const durationMs = parseSecondsToMs(testcase.attributes['time']) ?? 0;
  const own: Attempt = {
    errors: [],
    durationMs,
    output: collectOutput(testcase),
    isFailed: faults.length > 0 || reruns.length > 0,
    isTimedOut: isTimedOut(testcase, faults),
  };
  const explained = faults.filter((fault) => fault !== UNEXPLAINED);
  const reported = collectFailedTries(faults, triesOf) ?? [explained.map(errorOf)];
  const attempt = (element: XmlElement): Attempt => rerun(element, errorOf);
  const last = own.isFailed ? withReruns(own, reruns.map(attempt), reported) : [own];
  // Some tools fail a test because it was flaky.
  const all = [...flaky.map(attempt), ...last];
  const stated = own.isFailed ? undefined : findStatedOutcome(testcase);
  if (stated === 'skipped') return withoutAttempts('skipped', all);
  own.isInterrupted = stated === 'interrupted';
  const attempts = all.map(buildIngestAttempt);
  const status = attempts.at(-1)?.status ?? 'passed';
  const [only] = attempts;
  const saysAll =
    attempts.length === 1 && only?.status === 'passed' && !only.stdout && !only.stderr;
  return {
    status,
    attempts: saysAll ? [] : attempts,
    isReconstructed: reruns.length === 0 && reported.length > 1,
    paths: collectPaths(all),
  };
}

export function isFault({ name }: XmlElement): boolean {
  return name === 'failure' || name === 'error';
}

/** A failure of a test case, or of an attempt before or after it. */
export function isFailedTry({ name }: XmlElement): boolean {
  return /^(?:failure|error|(?:rerun|flaky)(?:Failure|Error))$/.test(name);
}

/** WebdriverIO writes an empty `failure` in front of the `error` that has the message. */
function withoutSilent(faults: XmlElement[]): XmlElement[] {
  const speaking = faults.filter(
    ({ attributes, text, children }) =>
      Boolean(attributes['message']) || text.trim() !== '' || children.length > 0,
  );
  return speaking.length > 0 ? speaking : faults;
}

export function buildFaultError({ attributes, text, children }: XmlElement): TestError {
  const stack = children.find(({ name }) => name === 'stackTrace');
  // A separate stack begins with the complete message; the attribute has only one line of it.
  const message = stack === undefined ? attributes['message'] : undefined;
  return buildTextError({ message, type: attributes['type'], text: stack?.text ?? text });
}

/** The errors of each try in a test's failures. */
function collectFailedTries(
  faults: readonly XmlElement[],
  triesOf: JunitDialect['triesOf'],
): TestError[][] | undefined {
  const tries = faults.flatMap((fault) => triesOf?.(fault) ?? []);
  return tries.length > 0 ? tries : undefined;
}

function isTimedOut(testcase: XmlElement, faults: readonly XmlElement[]): boolean {
  return (
    findStatedOutcome(testcase) === 'timedOut' ||
    faults.some(({ attributes }) => parseOutcomeWord(attributes['type']) === 'timedOut')
  );
}

/** Rerun elements have more details than the failure, except that the failure may have all of their errors. */
function withReruns(own: Attempt, reruns: readonly Attempt[], reported: TestError[][]): Attempt[] {
  if (reruns.length === 0) {
    const [last = [], ...earlier] = reported.toReversed();
    return [...earlier.toReversed().map(buildUntimedAttempt), { ...own, errors: last }];
  }
  const knowsAll = reported.length === reruns.length + 1;
  return [own, ...reruns].map((attempt, index) => ({
    ...attempt,
    errors: (knowsAll || index === 0 ? reported[index] : undefined) ?? attempt.errors,
  }));
}

function buildUntimedAttempt(errors: TestError[]): Attempt {
  const output = { stdout: undefined, stderr: undefined, paths: [] };
  return { errors, durationMs: 0, output, isFailed: true };
}

interface Attempt {
  errors: TestError[];
  durationMs: number;
  output: { stdout: string | undefined; stderr: string | undefined; paths: string[] };
  isFailed: boolean;
  /** True if the report marks the timeout elsewhere than in its error. */
  isTimedOut?: boolean;
  isInterrupted?: boolean;
}

function rerun(element: XmlElement, errorOf: (fault: XmlElement) => TestError): Attempt {
  return {
    errors: [errorOf(element)],
    durationMs: parseSecondsToMs(element.attributes['time']) ?? 0,
    output: collectOutput(element),
    isFailed: true,
  };
}

function collectOutput({ children }: XmlElement): Attempt['output'] {
  const stream = (name: string) =>
    splitJunitOutput(children.filter((child) => child.name === name).map(({ text }) => text));
  const [stdout, stderr] = [stream('system-out'), stream('system-err')];
  return { stdout: stdout.text, stderr: stderr.text, paths: [...stdout.paths, ...stderr.paths] };
}

function buildIngestAttempt(attempt: Attempt): IngestAttempt {
  const { errors, durationMs, output, isFailed } = attempt;
  const failed = attempt.isTimedOut === true || errors.some(isTimeout) ? 'timedOut' : 'failed';
  return {
    status: isFailed ? failed : attempt.isInterrupted === true ? 'interrupted' : 'passed',
    durationMs,
    errors: errors.length > 0 ? errors : undefined,
    stdout: output.stdout,
    stderr: output.stderr,
  };
}

function withoutAttempts(status: ResultStatus, all: readonly Attempt[]): JunitAttempts {
  return { status, attempts: [], isReconstructed: false, paths: collectPaths(all) };
}

function collectPaths(all: readonly Attempt[]): JunitAttempts['paths'] {
  return all.flatMap(({ output }, index) =>
    output.paths.map((path) => ({ path, attempt: index + 1 })),
  );
}
