import type { TestError } from '@svc/contract/executions/test-errors';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { toPrintableText } from '../text/printable-text.ts';

/** The first line of the message. */
export function formatErrorHeadline(error: TestError | null): string {
  return error === null ? '' : (formatError(error).split('\n', 1)[0] ?? '');
}

/** The error as its tool prints it: the stack repeats name and message before its frames. */
export function formatError({ message, stack, location }: TestError): string {
  const own = toPrintableText(message).trim();
  const whole = toPrintableText(stack ?? '').trim();
  const text = whole.includes(own) ? whole : [own, whole].join('\n').trim();
  return withoutRoot(
    withoutForeignFrames(text)
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    location?.file,
  );
}

/** The text without frames of packages and of Node. All frames stay if there are no others. */
function withoutForeignFrames(text: string): string {
  const lines = text.split('\n');
  const own = lines.filter((line) => !FOREIGN_FRAME.test(line));
  return own.some((line) => FRAME.test(line)) ? own.join('\n') : text;
}

const FRAME = /^\s*(?:at|❯) /;
// Frames of packages, of Node, and those that V8 adds for promises.
const FOREIGN_FRAME = /^\s*(?:at|❯) .*(?:node_modules|node:|<anonymous>)/;

/** Paths of a checkout as paths of the repository, as far as a known file shows where the checkout is. */
export function withoutRoot(text: string, file: string | undefined): string {
  if (file === undefined) return text;
  const at = text.indexOf(`/${file}:`);
  if (at === -1) return text;
  const [word = ''] = text
    .slice(Math.max(0, at - MOST_ROOT), at)
    .split(/[\s()]/)
    .slice(-1);
  const root = /(?:file:\/\/)?\/.*/.exec(word)?.[0];
  return root === undefined ? text : text.replaceAll(`${root}/`, '');
}

const MOST_ROOT = 500;

/** The first lines of a text within both limits, with a line about the missing rest. */
export function cutText(
  text: string,
  { lines: mostLines, characters }: { lines: number; characters: number },
): string {
  const lines = text.split('\n');
  let kept = '';
  let count = 0;
  for (const line of lines) {
    if (count === mostLines || kept.length + line.length + 1 > characters) break;
    kept += count === 0 ? line : `\n${line}`;
    count++;
  }
  if (count === lines.length) return kept;
  // A single line may be longer than everything that fits.
  if (count === 0) return `${(lines[0] ?? '').slice(0, characters).toWellFormed()}… (cut)`;
  return `${kept}\n… ${formatCount(lines.length - count, 'more line')}`;
}
