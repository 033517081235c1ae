import type { Location, TestError } from '@svc/contract/executions/test-errors';

/** The error with the place of its first own frame as location, unless it has one already. */
export function withOwnFrame(error: TestError, sentPath: (path: string) => string): TestError {
  const location = error.location ?? findOwnFrame(error.stack ?? '', sentPath);
  return location === undefined ? error : { ...error, location };
}

/** The first frame outside packages and Node itself, or outside .NET's test libraries. Reads absolute paths only. */
function findOwnFrame(stack: string, sentPath: (path: string) => string): Location | undefined {
  for (const line of stack.split('\n', MOST_LINES)) {
    if (line.length > LONGEST_FRAME) continue;
    const frame = parseScriptFrame(line) ?? parseDotnetFrame(line);
    if (frame !== undefined) return { ...frame, file: sentPath(frame.file) };
  }
  return undefined;
}

function parseScriptFrame(line: string): Location | undefined {
  const frame =
    /^\s{0,100}at (?:[^()\n]{0,300}\()?((?:file:\/\/)?(?:\/|[a-z]:[\\/])[^\n]{1,500}?):(\d{1,9}):(\d{1,9})\)?$/i.exec(
      line,
    );
  const [, file, row, column] = frame ?? [];
  if (file === undefined || /[\\/]node_modules[\\/]/.test(file)) return undefined;
  return { file: file.replace(/^file:\/\//, ''), line: Number(row), column: Number(column) };
}

/** `at Shop.CartTests.Adds() in C:\shop\CartTests.cs:line 12`, with `in` and `line` in the machine's language. */
function parseDotnetFrame(line: string): Location | undefined {
  const number = /:\p{L}{1,20} (\d{1,9})\r?$/u.exec(line);
  if (number === null) return undefined;
  const before = line.slice(0, number.index);
  const file = extractPathAtEnd(before);
  if (file === undefined || OF_TEST_LIBRARY.test(before)) return undefined;
  return { file, line: Number(number[1]) };
}

/** The absolute path at the end, behind a blank. Its only colon is that of a drive. */
function extractPathAtEnd(text: string): string | undefined {
  const colon = text.lastIndexOf(':');
  if (/^ [a-z]:[\\/]/i.test(text.slice(Math.max(0, colon - 2)))) return text.slice(colon - 1);
  const blank = text.indexOf(' /', colon + 1);
  return blank < 0 ? undefined : text.slice(blank + 1);
}

const OF_TEST_LIBRARY =
  /^\s{0,100}\p{L}{1,20} (?:Xunit|NUnit|Microsoft|System|FluentAssertions|AwesomeAssertions|Shouldly)\./u;

// Bounds the time for a text that only looks like frames.
const MOST_LINES = 1_000;
const LONGEST_FRAME = 1_000;
