import type { Location, TestError } from '@svc/contract/executions/test-errors';

/** The error with the place of its first own frame as location, unless it has one already. */
export function withOwnFrame(error: TestError, sentPath: (path: string) => string): TestError {
  const location = error.location ?? firstOwnFrame(error.stack ?? '', sentPath);
  return location === undefined ? error : { ...error, location };
}

/** The first frame of a JavaScript stack outside packages and Node itself. Reads frames with absolute paths only. */
function firstOwnFrame(stack: string, sentPath: (path: string) => string): Location | undefined {
  for (const line of stack.split('\n', MOST_LINES)) {
    if (line.length > LONGEST_FRAME) continue;
    const frame =
      /^\s{0,100}at (?:[^()\n]{0,300}\()?((?:file:\/\/)?(?:\/|[a-z]:[\\/])[^\n]{1,500}?):(\d{1,9}):(\d{1,9})\)?$/i.exec(
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
