import type { IngestAttempt, ResultStatus } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import { millisecondsOf } from '../durations.ts';
import { isTimeout, textError } from '../text-error.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import { junitOutput } from './junit-output.ts';

export interface JunitAttempts {
  status: ResultStatus;
  /** Empty where the result says all: one attempt that passed and printed nothing, or none. */
  attempts: IngestAttempt[];
  /** Paths of attachments with the attempt they belong to, from 1. */
  paths: { path: string; attempt: number }[];
}

/**
 * What became of a test case. `rerunFailure` and `rerunError` are attempts after the first, failed
 * one; `flakyFailure` and `flakyError` those before the last, which passed. Several failures without
 * such a sign are errors of one attempt: how often it was tried, nobody tells.
 */
export function junitAttempts(testcase: XmlElement): JunitAttempts {
  const faults = testcase.children.filter(isFault);
  const reruns = testcase.children.filter(({ name }) => /^rerun(?:Failure|Error)$/.test(name));
  const flaky = testcase.children.filter(({ name }) => /^flaky(?:Failure|Error)$/.test(name));
  const skipped = testcase.children.find(({ name }) => name === 'skipped');
  const durationMs = millisecondsOf(testcase.attributes['time']) ?? 0;
  const own: Attempt = {
    errors: faults.map(faultError),
    durationMs,
    output: outputOf(testcase),
    isFailed: faults.length > 0,
  };
  const all = own.isFailed ? [own, ...reruns.map(rerun)] : [...flaky.map(rerun), own];
  if (skipped !== undefined && !own.isFailed) return withoutAttempts('skipped', all);
  const attempts = all.map(ingestAttempt);
  const status = attempts.at(-1)?.status ?? 'passed';
  const [only] = attempts;
  const saysAll =
    attempts.length === 1 && only?.status === 'passed' && !only.stdout && !only.stderr;
  return { status, attempts: saysAll ? [] : attempts, paths: pathsOf(all) };
}

export function isFault({ name }: XmlElement): boolean {
  return name === 'failure' || name === 'error';
}

export function faultError({ attributes, text, children }: XmlElement): TestError {
  const stack = children.find(({ name }) => name === 'stackTrace');
  // Where the stack stands apart it begins with the whole message, of which the attribute is one line.
  const message = stack === undefined ? attributes['message'] : undefined;
  return textError({ message, type: attributes['type'], text: stack?.text ?? text });
}

interface Attempt {
  errors: TestError[];
  durationMs: number;
  output: { stdout: string | undefined; stderr: string | undefined; paths: string[] };
  isFailed: boolean;
}

function rerun(element: XmlElement): Attempt {
  return {
    errors: [faultError(element)],
    durationMs: millisecondsOf(element.attributes['time']) ?? 0,
    output: outputOf(element),
    isFailed: true,
  };
}

function outputOf({ children }: XmlElement): Attempt['output'] {
  const stream = (name: string) =>
    junitOutput(children.filter((child) => child.name === name).map(({ text }) => text));
  const [stdout, stderr] = [stream('system-out'), stream('system-err')];
  return { stdout: stdout.text, stderr: stderr.text, paths: [...stdout.paths, ...stderr.paths] };
}

function ingestAttempt({ errors, durationMs, output, isFailed }: Attempt): IngestAttempt {
  return {
    status: !isFailed ? 'passed' : errors.some(isTimeout) ? 'timedOut' : 'failed',
    durationMs,
    errors: errors.length > 0 ? errors : undefined,
    stdout: output.stdout,
    stderr: output.stderr,
  };
}

function withoutAttempts(status: ResultStatus, all: readonly Attempt[]): JunitAttempts {
  return { status, attempts: [], paths: pathsOf(all) };
}

function pathsOf(all: readonly Attempt[]): JunitAttempts['paths'] {
  return all.flatMap(({ output }, index) =>
    output.paths.map((path) => ({ path, attempt: index + 1 })),
  );
}
