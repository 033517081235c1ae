import type { TestError } from '@svc/contract/test-errors';
import { plainText } from './plain-text.ts';

/** What a report says of one error; all of it may be absent or empty. */
export interface ReportedError {
  message?: string | undefined;
  /** The error's class, or what the tool puts in its place. */
  type?: string | undefined;
  /** The stack, mostly with the message in front, or whatever else the tool writes. */
  text?: string | undefined;
}

/**
 * An error as reporters send it: the message with the error's class in front, the text behind it as
 * the stack, and a difference of expected and received on its own where there is one.
 */
export function textError({ message, type, text }: ReportedError): TestError {
  const body = plainText(text ?? '').trim();
  const given = plainText(message ?? '').trim();
  const said = SAYS_NOTHING.test(given) ? '' : given;
  const told = said === '' ? beforeFrames(body) : (asInText(said, body) ?? withClass(said, type));
  const spoken = told === '' ? type : withoutTimeoutClass(told);
  const error: TestError = {
    message: spoken || firstLine(withoutRunMarks(body)) || given || 'No message',
  };
  const diff = difference(body);
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

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

// What gotestsum and others write for every failure: as a message it would make all of them one cause.
const SAYS_NOTHING = /^(?:failed|failure|error)?$/i;

/** By the words of the tool that gave up waiting. */
export function isTimeout({ message }: TestError): boolean {
  return TIMEOUT.test(message);
}

const TIMEOUT = new RegExp(
  [
    String.raw`^(?:Test|Hook) timed out(?: in \d+ms|$)`,
    String.raw`\bExceeded timeout of [\d,.]+ ms for a (?:test|hook)`,
    String.raw`^(?:Error:? )?Timeout of \d+ms exceeded`,
    String.raw`^(?:Error: )?Test timeout of \d+ms exceeded`,
    // Jasmine, and Jest with jest-jasmine2.
    String.raw`^(?:Error)?:? ?Timeout - Async (?:callback was not invoked|function did not complete) within `,
    String.raw`^Failed: Timeout (?:\(?>|after)`,
    String.raw`\bTestTimedOutException\b`,
    String.raw`\bTimeoutException: \S+ timed out after `,
    String.raw`\bpanic: test timed out after `,
    // Node's own test runner.
    String.raw`^test timed out after \d+ms`,
    // CTest and cargo-nextest.
    String.raw`^(?:Timeout|test timeout)$`,
  ].join('|'),
);

// `type` is the class in most tools; others write a matcher (`expect.toBe`) or a word of their own there.
const CLASS_NAME = /^(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception|Failure|Failed)$|^Error$/;

function withClass(message: string, type: string | undefined): string {
  const isTold = type === undefined || message.startsWith(type) || !CLASS_NAME.test(type);
  return isTold ? message : `${type}: ${message}`;
}

/**
 * The message as the text begins with it: there the class stands in front, and line breaks are as they
 * were, which XML turns into spaces inside of attributes.
 */
function asInText(message: string, body: string): string | undefined {
  if (message.length > LONGEST_COMPARED) return undefined;
  const words = message.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(?:[\\w$.]+: )?${words.join('\\s+')}`).exec(body)?.[0];
}

const LONGEST_COMPARED = 4_000;

/** Time-outs read the same in all versions of Vitest, whichever class they are of. */
function withoutTimeoutClass(message: string): string {
  return message.replace(/^(?:(?:Test|Hook)Timeout)?Error: (?=(?:Test|Hook) timed out in )/, '');
}

/** The part of a stack before its first frame, without the name of the test that PHPUnit and Go put there. */
function beforeFrames(body: string): string {
  const text = withoutRunMarks(body).replace(/^[\w\\]+::\w.*\n/, '');
  const frames = /^[^\S\n]*(?:at \S|❯ \S)|^\S+\.php:\d+$|^goroutine \d+ \[/m.exec(text);
  return (frames === null ? text : text.slice(0, frames.index)).trim();
}

/** Go's output without its `=== RUN` and `--- FAIL` lines. */
export function withoutRunMarks(text: string): string {
  return text.replaceAll(/^[^\S\n]*(?:===|---) [A-Z]+\b.*\n?/gm, '').trim();
}

function difference(body: string): string | undefined {
  const begin = /^- Expected\b.*\n\+ Received\b/m.exec(body)?.index;
  if (begin === undefined) return undefined;
  const rest = body.slice(begin);
  const end = /\n[^\S\n]*(?:at \S|❯ \S)/.exec(rest)?.index;
  return rest.slice(0, end).trimEnd();
}
