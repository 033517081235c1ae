import type { TestError } from '@svc/contract/executions/test-errors';
import { renderMarkdownCode } from '@svc/analysis/text/markdown';
import { toTerminalText } from '@svc/reporter-core/text/terminal-text';
import { cutText } from './cut-text.ts';

export interface ErrorLimits {
  lines: number;
  characters: number;
}

/** The message with the first frames of its stack, then the diff, as a code block that their content cannot end. */
export function renderError(error: TestError | null, limits: ErrorLimits): string {
  if (error === null) return 'No error was reported.';
  const text = cutText(formatPlainError(error), limits);
  const diff = toTerminalText(error.diff ?? '').trim();
  return [
    renderMarkdownCode(text === '' ? 'No message' : text),
    ...(diff === '' ? [] : [renderMarkdownCode(cutText(diff, limits), 'diff')]),
  ].join('\n\n');
}

/** The first line of the message. */
export function formatErrorHeadline(error: TestError | null): string {
  return error === null ? '' : (formatPlainError(error).split('\n', 1)[0] ?? '');
}

/** The error as its tool prints it: the stack repeats name and message before its frames. */
function formatPlainError({ message, stack, location }: TestError): string {
  const own = toTerminalText(message).trim();
  const whole = toTerminalText(stack ?? '').trim();
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
