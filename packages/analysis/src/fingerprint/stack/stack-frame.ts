import type { TestError } from '@svc/contract/executions/test-errors';
import { toOneLine, toReadableText, withoutColours } from '../fingerprint-text.ts';
import { parseFrame, type Frame } from './stack-frame-line.ts';
import { parseRepositoryName } from './repository-root.ts';
import { isForeign, toRepositoryPath, type PathHints } from './stack-frame-path.ts';

export type { Frame } from './stack-frame-line.ts';

const FRAMES = 50;
const STACK_CHARACTERS = 16_384;

/**
 * Returns the innermost stack frame in the repository, without line and column. Its path is relative to the repository
 * if possible; `repository`, its name, helps to find the root. Reads stacks of JavaScript engines, Vitest, Java, .NET,
 * Go, Ruby and Python. Searches the message if there is no stack. If there is no such frame, returns the error's own
 * location without a function. Undefined if the error has no location either.
 */
export function findTopFrame(
  { message, stack, location }: TestError,
  { repository = '' }: { repository?: string } = {},
): Frame | undefined {
  const hints = { repository: parseRepositoryName(repository) };
  const text = stack === undefined || stack.trim() === '' ? message : stack;
  const place = location === undefined ? undefined : toReadableLine(location.file);
  return (
    findInnermostFrame(text, { ...hints, known: place }) ??
    (place === undefined || place === ''
      ? undefined
      : { file: toRepositoryPath(place, hints), functionName: '' })
  );
}

function findInnermostFrame(stack: string, hints: PathHints): Frame | undefined {
  let innermost: Frame | undefined;
  let frames = 0;
  for (const line of splitStackLines(stack)) {
    const frame = frames < FRAMES ? parseFrame(line) : undefined;
    if (frame === undefined) continue;
    frames++;
    if (isForeign(frame.file)) continue;
    innermost = {
      file: toReadableLine(toRepositoryPath(frame.file, hints)),
      functionName: toReadableLine(frame.functionName).slice(0, FUNCTION_CHARACTERS).toWellFormed(),
    };
    // Python prints the most recent call last.
    if (!frame.file.endsWith('.py')) break;
  }
  return innermost;
}

const FUNCTION_CHARACTERS = 120;
const FILE_CHARACTERS = 1_000;

function toReadableLine(name: string): string {
  return toOneLine(toReadableText(name.slice(0, FILE_CHARACTERS)));
}

/**
 * The lines to search. They begin at the first frame of JavaScript or Java, because the message before it may be long.
 * For Python, they are the last lines of the text.
 */
function splitStackLines(stack: string): string[] {
  const first = stack.search(/^[ \t]{1,8}at /m);
  const isPython = first === -1 && stack.length > STACK_CHARACTERS && stack.includes('.py');
  const start = isPython ? stack.length - STACK_CHARACTERS : Math.max(0, first);
  return withoutColours(stack.slice(start, start + STACK_CHARACTERS)).split('\n', LINES);
}

// Python prints two lines per frame, and so does Go.
const LINES = 200;
