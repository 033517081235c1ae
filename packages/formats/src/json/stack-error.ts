import type { Location, TestError } from '@svc/contract/executions/test-errors';
import { textError } from '../text-error.ts';

/** An error that a JavaScript framework reports as one text: the message, then the frames. */
export function stackError(text: string, sentPath: (path: string) => string): TestError {
  const error = textError({ text });
  const location = firstOwnFrame(error.stack ?? '', sentPath);
  return location === undefined ? error : { ...error, location };
}

/** The first frame outside packages and Node itself. */
function firstOwnFrame(stack: string, sentPath: (path: string) => string): Location | undefined {
  for (const line of stack.split('\n', MOST_LINES)) {
    if (line.length > LONGEST_FRAME) continue;
    const frame = /^\s*at (?:.*\()?((?:file:\/\/)?(?:\/|[a-z]:[\\/]).*?):(\d+):(\d+)\)?$/i.exec(
      line,
    );
    const [, file, row, column] = frame ?? [];
    if (file === undefined || /[\\/]node_modules[\\/]/.test(file)) continue;
    const path = file.replace(/^file:\/\//, '');
    return { file: sentPath(path), line: Number(row), column: Number(column) };
  }
  return undefined;
}

// Bounds the time for a text that only looks like frames.
const MOST_LINES = 1_000;
const LONGEST_FRAME = 1_000;
