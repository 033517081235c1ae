import type { TestError } from '@svc/contract/executions/test-errors';
import { markdownCode } from '@svc/analysis/text/markdown';
import { terminalText } from '@svc/reporter-core/text/terminal-text';
import { cutText } from './cut-text.ts';

export interface ErrorLimits {
  lines: number;
  characters: number;
}

/** The message with the first frames of its stack, then the diff, as code that nothing in them can end. */
export function errorMarkdown(error: TestError | null, limits: ErrorLimits): string {
  if (error === null) return 'No error was reported.';
  const text = cutText(plainError(error), limits);
  const diff = terminalText(error.diff ?? '').trim();
  return [
    markdownCode(text === '' ? 'No message' : text),
    ...(diff === '' ? [] : [markdownCode(cutText(diff, limits), 'diff')]),
  ].join('\n\n');
}

/** The first line of the message. */
export function errorHeadline(error: TestError | null): string {
  return error === null ? '' : (plainError(error).split('\n', 1)[0] ?? '');
}

/** The error as its tool prints it: the stack repeats name and message before its frames. */
function plainError({ message, stack, location }: TestError): string {
  const own = terminalText(message).trim();
  const whole = terminalText(stack ?? '').trim();
  const text = whole.includes(own) ? whole : [own, whole].join('\n').trim();
  const frames = text.split('\n').filter((line) => !FOREIGN_FRAME.test(line));
  return withoutRoot(
    frames
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    location?.file,
  );
}

// Frames of packages, of Node, and those that V8 adds for promises.
const FOREIGN_FRAME = /^\s*(?:at|❯) .*(?:node_modules|node:|<anonymous>)/;

/** Paths of a checkout as paths of the repository, as far as a known file shows where the checkout is. */
export function withoutRoot(text: string, file: string | undefined): string {
  if (file === undefined) return text;
  const at = text.indexOf(`/${file}:`);
  if (at === -1) return text;
  const root = /(?:file:\/\/)?\/[^\s()]*$/.exec(text.slice(Math.max(0, at - MOST_ROOT), at))?.[0];
  return root === undefined ? text : text.replaceAll(`${root}/`, '');
}

const MOST_ROOT = 500;
