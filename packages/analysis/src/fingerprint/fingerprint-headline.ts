import { toOneLine } from './fingerprint-text.ts';
import { normaliseMessage } from './message/normalised-message.ts';

/** The beginning of a failure's message. */
export interface Headline {
  /**
   * Class name without package and module: `TypeError`, `AssertionFailedError`. Empty for a plain `Error` and when the
   * message names none.
   */
  errorClass: string;
  /** The normalised first paragraph on one line. For a matcher's hint, also the kinds of expected and received. */
  summary: string;
}

// Cut after normalising, so that a random value's length does not move the cut. The message's window is far longer.
const SUMMARY_CHARACTERS = 500;

/**
 * The headline of a message from `toReadableText`. The stack provides a class that the message lacks; `repository` is the
 * name of the root folder of paths, or empty.
 */
export function extractHeadline(
  text: string,
  { stack = '', repository = '' }: { stack?: string | undefined; repository?: string } = {},
): Headline {
  const named = withoutClass(withoutPrefix(text.slice(findErrorStart(text)).trimStart()));
  const errorClass = named.errorClass ?? findClassInStack(stack, named.rest) ?? '';
  // Vitest and Jest name the kind of equality; the wording differs between versions.
  const paragraph = extractFirstParagraph(named.rest).replace(
    / \/\/ (?:Object\.is|deep) equality/,
    '',
  );
  const values = paragraph.startsWith('expect(') ? extractExpectedValues(named.rest) : '';
  const isAssertion = ASSERTION_CLASS.test(errorClass) || ASSERTION_TEXT.test(paragraph);
  const summary = normaliseMessage(
    toOneLine(`${paragraph} ${values}`),
    isAssertion ? 'assertion' : 'other',
    repository,
  );
  return {
    errorClass: errorClass === 'Error' ? '' : errorClass,
    summary: summary.slice(0, SUMMARY_CHARACTERS).toWellFormed(),
  };
}

const ASSERTION_CLASS = /Assert|Comparison|Expectation/;
const ASSERTION_TEXT =
  /^(?:assert\b|promise (?:resolved|rejected)|assertion failed|expect|failed asserting|thrown: expect)/i;

/** Pytest's long form begins with the test's source, and marks the error's lines. */
function findErrorStart(text: string): number {
  return text.includes('\nE  ') ? Math.max(0, text.search(/^E {2,8}\S/m)) : 0;
}

/** Removes prefixes of CI systems and test runners. */
function withoutPrefix(text: string): string {
  let rest = text;
  // Three rounds, because prefixes combine: `##[error]Error: Error: …`.
  for (let turn = 0; turn < 3; turn++) rest = rest.replace(PREFIX, '');
  return rest;
}

const PREFIX =
  /^(?:##\[error\]|Exception in thread "[^"\n]{1,100}" |::error [^\n:]{0,200}::|\d{4}-\d\d-\d\dT[\d:.]{5,20}Z |E {2,8}|● {1,4}|Test suite failed to run\s|(?:Uncaught|Unhandled) (?=[A-Z])|Error: )\s{0,8}/;

function withoutClass(text: string): { errorClass: string | undefined; rest: string } {
  const found = CLASS.exec(text);
  if (found === null) return { errorClass: undefined, rest: text };
  const name = found[1] ?? '';
  const rest = text.slice(found[0].length);
  return {
    errorClass: name.slice(name.lastIndexOf('.') + 1),
    rest: (found[0].endsWith(':') ? NULL : NO_MESSAGE).test(rest)
      ? ''
      : withoutPrefix(rest.trimStart()),
  };
}

// Behind a class without a colon, a blank line or a frame begins something other than its message.
const NO_MESSAGE = /^[ \t]{0,80}(?:$|\n(?:[ \t]{0,80}(?:\n|$)|[ \t]{1,80}at ))/;
// Logback writes `NullPointerException: null`.
const NULL = /^[ \t]{0,80}null[ \t]{0,80}(?:$|\n(?:[ \t]{0,80}(?:\n|$)|[ \t]{1,80}at ))/;

// The code in `TypeError [ERR_INVALID_ARG_TYPE]: …` is in the stack, but not in the message.
const CLASS =
  /^([\w$.]{0,120}(?:Error|Exception|Failure|Fault|Panic|Violation|Interrupt|Timeout|Abort))(?: \[[A-Z_0-9]{1,60}\])?(?::(?=\s|$)|(?=[ \t]{0,80}(?:\n|$)))/;

/** The class at the start of the stack, if this message follows it. */
function findClassInStack(stack: string, message: string): string | undefined {
  const found = CLASS.exec(stack.slice(0, 300));
  if (found === null) return undefined;
  const name = found[1] ?? '';
  const opening = toOneLine(message.slice(0, 40));
  const stackMessage = toOneLine(stack.slice(found[0].length, found[0].length + 200));
  return stackMessage.startsWith(opening) ? name.slice(name.lastIndexOf('.') + 1) : undefined;
}

const LINES = 8;

/** The lines up to the first that is blank or begins a diff, a log, a stack or source code. */
function extractFirstParagraph(text: string): string {
  const kept: string[] = [];
  for (const line of text.split('\n', LINES * 3)) {
    const content = line.trim().replace(PYTEST_MARK, '');
    if (kept.length === LINES || (kept.length > 0 && ENDS_PARAGRAPH.test(line))) break;
    // For `Expected values to be strictly equal:`, the essential part follows after a blank line.
    if (content === '' && kept.length > 0 && kept.at(-1)?.endsWith(':') !== true) break;
    if (content !== '') kept.push(content);
  }
  return kept.join(' ');
}

const PYTEST_MARK = /^E {2,8}/;
const ENDS_PARAGRAPH =
  /^(?:\s{1,40}at |\s{0,20}(?:Call log:|Locator: |Expected[\w ]{0,30}:|Received[\w ]{0,30}:|Snapshot|Timeout: |[-+] (?:Expected|Received|actual|expected)|\+ actual|Traceback |If this is a long-running|Ignored nodes:|❯ |> {1,4}\d{1,7} \||\d{1,7} \||\d{1,4}\) |={4}))/;

/** `Expected: 3 Received: undefined`: the values that a matcher's hint has in the lines below. */
function extractExpectedValues(text: string): string {
  const found: string[] = [];
  for (const line of text.split('\n', LINES * 3)) {
    if (/^\s{0,8}Call log:/.test(line)) break;
    const value = VALUE.exec(line);
    if (value !== null) found.push(`${value[1]}: ${toValueKind(value[2] ?? '')}`);
    if (found.length === VALUES) break;
  }
  return found.join(' ');
}

// The third one is Playwright's `Error:` line, which explains why a locator was not found.
const VALUES = 3;
const VALUE = /^\s{0,8}((?:Expected|Received)[\w ]{0,30}|Error):\s{0,8}(\S.{0,300})/;

/** Checks the opening bracket only, because the closing one may be on a later line. */
function toValueKind(value: string): string {
  if (/^(?:\w{1,60} )?\{/.test(value)) return '<object>';
  if (/^(?:\w{1,60} )?\[/.test(value)) return '<list>';
  return /^["'`]/.test(value) ? '<str>' : value;
}
