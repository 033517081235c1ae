import type { Location, TestError } from '@svc/contract/executions/test-errors';
import type { Look } from '../../format/look.ts';
import { terminalLine } from '../../format/terminal-text.ts';

/** An error in full: message, diff, stack and causes. A long one ends with the number of omitted lines. */
export function errorLines(error: TestError, look: Look): string[] {
  const { head, frames } = splitStack(error);
  const [first = '', ...rest] = cutLines(head, look);
  return [
    look.colors.red(first),
    ...rest,
    ...diffLines(error, look).map((line) => `  ${line}`),
    ...frameLines(frames, error, look).map((line) => `  ${line}`),
    ...causeLines(error.cause, look).map((line) => `  ${line}`),
  ];
}

/** The error in one line: its name, if the stack has it, and the first line of its message. */
export function errorHeadline(error: TestError): string {
  return terminalLine(splitStack(error).head.trim().split('\n', 1)[0] ?? '');
}

// Messages and stacks may have 64 KiB; the important part is at the beginning.
const MOST_LINES = 60;

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

function diffLines({ diff, expected, actual }: TestError, look: Look): string[] {
  const text = diff ?? sidesText(expected, actual);
  return cutLines(text, look).map((line) => {
    if (line.startsWith('-')) return look.colors.green(line);
    return line.startsWith('+') ? look.colors.red(line) : look.colors.dim(line);
  });
}

function sidesText(expected: string | undefined, actual: string | undefined): string {
  if (expected === undefined || actual === undefined) return '';
  return `${marked('-', expected)}\n${marked('+', actual)}`;
}

function marked(sign: string, text: string): string {
  return text.replaceAll(/^/gm, `${sign} `);
}

function frameLines(frames: string, { location, snippet }: TestError, look: Look): string[] {
  const lines = cutLines(frames, look)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const shown = lines.length === 0 ? placeLines(location) : lines;
  return [...cutLines(snippet ?? '', look), ...shown].map((line) => look.colors.dim(line));
}

function placeLines(location: Location | undefined): string[] {
  if (location === undefined) return [];
  const { file, line, column } = location;
  return [`at ${[file, line, column].filter((part) => part !== undefined).join(':')}`];
}

function causeLines(cause: TestError | undefined, look: Look): string[] {
  if (cause === undefined) return [];
  const [first = '', ...rest] = errorLines(cause, look);
  return [`${look.colors.dim('caused by')} ${first}`, ...rest];
}

function cutLines(text: string, { glyphs }: Look): string[] {
  if (text.trim() === '') return [];
  const lines = text.replace(/^\n+/, '').trimEnd().split('\n');
  if (lines.length <= MOST_LINES) return lines;
  const left = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), `${glyphs.ellipsis} ${left} more lines, in --json`];
}
