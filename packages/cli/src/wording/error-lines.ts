import type { Location, TestError } from '@svc/contract/executions/test-errors';
import type { Glyphs } from '../terminal/glyphs.ts';
import type { Look } from '../terminal/look.ts';
import { formatNumber } from '@svc/contract/zod-free/amounts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { formatCodeFrame } from './code-frame.ts';

/**
 * An error in full: message, diff, place and code frame, stack and causes. A long one ends with the number of omitted
 * lines. `indent`: the columns before each line.
 */
export function formatErrorLines(error: TestError, look: Look, indent = 0): string[] {
  const { head, frames } = splitStack(error);
  const [first = '', ...rest] = cutLines(head, look);
  const inner = indent + 2;
  const diff = formatDiffLines(error, look);
  const place = formatPlaceLines(frames, error, { ...look, columns: look.columns - inner });
  // A blank line: the last line of a diff and the first one of a code frame look alike.
  const gap = diff.length > 0 && error.snippet?.trim() ? [''] : [];
  return [
    look.colors.red(first),
    ...rest,
    ...[
      ...diff,
      ...gap,
      ...place.map(look.colors.dim),
      ...formatCauseLines(error.cause, look, inner),
    ].map((line) => (line === '' ? line : `  ${line}`)),
  ];
}

/** The error in one line: its name, if the stack has it, and the first line of its message. */
export function formatErrorHeadline(error: TestError): string {
  return toTerminalLine(splitStack(error).head.trim().split('\n', 1)[0] ?? '');
}

// Messages and stacks may have 64 KiB; the important part is at the beginning.
const MOST_LINES = 60;
const LINE_CHARACTERS = 500;

/** Splits a stack, which repeats name and message before its frames. The message alone may lack the error's name. */
function splitStack({ message, stack = '' }: TestError): { head: string; frames: string } {
  const at = message === '' ? -1 : stack.indexOf(message);
  if (at === -1) {
    return { head: message, frames: stack.slice(Math.max(0, stack.search(FIRST_FRAME))) };
  }
  const end = at + message.length;
  return { head: stack.slice(0, end), frames: stack.slice(end) };
}

// Frames of V8, and of Vitest's own output.
const FIRST_FRAME = /^\s*(?:at |❯ )/m;

function formatDiffLines({ diff, expected, actual }: TestError, look: Look): string[] {
  const text = diff ?? formatSides(expected, actual);
  return cutLines(text, look).map((line) => {
    if (line.startsWith('-')) return look.colors.green(line);
    return line.startsWith('+') ? look.colors.red(line) : look.colors.dim(line);
  });
}

function formatSides(expected: string | undefined, actual: string | undefined): string {
  if (expected === undefined || actual === undefined) return '';
  return `${markLines('-', expected)}\n${markLines('+', actual)}`;
}

function markLines(sign: string, text: string): string {
  return text.replaceAll(/^/gm, `${sign} `);
}

/** The place first, then the code there, then the stack. Without code, the stack names the place. */
function formatPlaceLines(frames: string, { location, snippet }: TestError, look: Look): string[] {
  const stack = cutLines(frames, look)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const place = location === undefined ? [] : [`at ${formatErrorPlace(location)}`];
  const code = cutLines(snippet ?? '', look);
  if (code.length === 0) return stack.length === 0 ? place : stack;
  const isNamed = location !== undefined && stack[0]?.includes(formatErrorPlace(location)) === true;
  const [first, ...others] = isNamed ? stack : [place[0], ...stack];
  const frame = formatCodeFrame(code, location?.column, look);
  return [
    ...(first === undefined ? [] : [first]),
    ...frame,
    ...others.filter((line) => line !== undefined),
  ];
}

function formatErrorPlace({ file, line, column }: Location): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

function formatCauseLines(cause: TestError | undefined, look: Look, indent: number): string[] {
  if (cause === undefined) return [];
  const [first = '', ...rest] = formatErrorLines(cause, look, indent);
  return [`${look.colors.dim('caused by')} ${first}`, ...rest];
}

function cutLines(text: string, { glyphs }: Look): string[] {
  if (text.trim() === '') return [];
  const lines = text
    .replace(/^\n+/, '')
    .trimEnd()
    .split('\n')
    .map((line) => cutLine(line, glyphs));
  if (lines.length <= MOST_LINES) return lines;
  const left = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES),
    `${glyphs.ellipsis} ${formatNumber(left)} more lines, in --json`,
  ];
}

/** The call log of a browser may be one line of several kilobytes. */
function cutLine(line: string, { ellipsis }: Glyphs): string {
  if (line.length <= LINE_CHARACTERS) return line;
  const cut = line.slice(0, LINE_CHARACTERS).toWellFormed();
  return `${cut}${ellipsis} ${formatNumber(line.length - LINE_CHARACTERS)} more characters, in --json`;
}
