import type { TestError } from '@svc/contract/executions/test-errors';
import { stripEscapes } from './plain-text.ts';

/** The parts of one error in a report; any may be absent or empty. */
export interface ReportedError {
  message?: string | undefined;
  /** The error's class, or any other text of the tool. */
  type?: string | undefined;
  /** The stack, mostly after the message, or other text of the tool. */
  text?: string | undefined;
}

/**
 * An error in the form that reporters send: the message after the error's class, the text after it as the stack, and
 * a separate diff of expected and received if there is one.
 */
export function buildTextError({ message, type, text }: ReportedError): TestError {
  const body = stripEscapes(text ?? '').trim();
  const given = stripEscapes(message ?? '').trim();
  const said = SAYS_NOTHING.test(given) ? '' : given;
  const reported =
    said === '' ? cutBeforeFrames(body) : (findInText(said, body) ?? withClass(said, type));
  const spoken = reported === '' ? type : withoutTimeoutClass(reported);
  const error: TestError = {
    message: spoken || extractFirstLine(withoutRunMarks(body)) || given || 'No message',
  };
  const diff = extractDiff(body);
  if (diff !== undefined) error.diff = diff;
  const stack =
    diff === undefined
      ? body
      : body
          .replace(diff, '')
          .replace(/\n{3,}/, '\n\n')
          .trim();
  if (stack !== '' && stack !== error.message) error.stack = stack;
  return error;
}

function extractFirstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

// gotestsum and others write this for every failure. As a message it would give all failures one cause.
const SAYS_NOTHING = /^(?:failed|failure|error)?$/i;

/** Recognizes a timeout by the tool's wording. */
export function isTimeout({ message }: TestError): boolean {
  return TIMEOUT.test(message);
}

const TIMEOUT = new RegExp(
  [
    String.raw`^(?:Test|Hook) timed out(?: in \d{1,9}ms|$)`,
    String.raw`\bExceeded timeout of [\d,.]{1,20} ms for a (?:test|hook)`,
    String.raw`^(?:Error:? )?Timeout of \d{1,9}ms exceeded`,
    String.raw`^(?:Error: )?Test timeout of \d{1,9}ms exceeded`,
    // Jasmine, and Jest with jest-jasmine2.
    String.raw`^(?:Error)?:? ?Timeout - Async (?:callback was not invoked|function did not complete) within `,
    String.raw`^Failed: Timeout (?:\(?>|after)`,
    String.raw`\bTestTimedOutException\b`,
    String.raw`\bTimeoutException: \S{1,500} timed out after `,
    String.raw`\bpanic: test timed out after `,
    // Node's own test runner.
    String.raw`^test timed out after \d{1,9}ms`,
    // CTest and cargo-nextest.
    String.raw`^(?:Timeout|test timeout)$`,
  ].join('|'),
);

// Most tools write the class into `type`; others write a matcher (`expect.toBe`) or other words.
const CLASS_NAME = /^(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception|Failure|Failed)$|^Error$/;

function withClass(message: string, type: string | undefined): string {
  const isEnough = type === undefined || message.startsWith(type) || !CLASS_NAME.test(type);
  return isEnough ? message : `${type}: ${message}`;
}

/**
 * The message as it appears at the beginning of the text: there it follows the class, and has its original line
 * breaks, which XML turns into spaces in attributes.
 */
function findInText(message: string, body: string): string | undefined {
  if (message.length > LONGEST_COMPARED) return undefined;
  const words = message.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(?:[\\w$.]+: )?${words.join('\\s+')}`).exec(body)?.[0];
}

const LONGEST_COMPARED = 4_000;

/** Removes the class, so that timeouts read the same in all versions of Vitest. */
function withoutTimeoutClass(message: string): string {
  return message.replace(/^(?:(?:Test|Hook)Timeout)?Error: (?=(?:Test|Hook) timed out in )/, '');
}

/** The part of a stack before its first frame, without the test's name that PHPUnit and Go add. */
function cutBeforeFrames(body: string): string {
  const text = withoutRunMarks(body).replace(/^[\w\\]+::\w.*\n/, '');
  const frames =
    /^[ \t]{0,100}(?:at \S|❯ \S)|^\S{1,500}\.php:\d{1,9}$|^goroutine \d{1,20} \[/m.exec(text);
  return (frames === null ? text : text.slice(0, frames.index)).trim();
}

/** Go's output without its `=== RUN` and `--- FAIL` lines. */
export function withoutRunMarks(text: string): string {
  const lines = text.split('\n');
  return lines
    .filter((line) => !RUN_MARK.test(line))
    .join('\n')
    .trim();
}

const RUN_MARK = /^[ \t]{0,100}(?:===|---) [A-Z]{1,20}\b/;

function extractDiff(body: string): string | undefined {
  const begin = /^- Expected\b.{0,100}\n\+ Received\b/m.exec(body)?.index;
  if (begin === undefined) return undefined;
  const rest = body.slice(begin);
  const end = /\n[^\S\n]*(?:at \S|❯ \S)/.exec(rest)?.index;
  return rest.slice(0, end).trimEnd();
}
