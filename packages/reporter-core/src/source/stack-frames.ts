import { fileURLToPath } from 'node:url';

export interface StackFrame {
  /** Absolute path. */
  file: string;
  line: number;
  column: number;
}

/**
 * The frame to show for an error: the first one in the user's own code. `known` frames come parsed from the
 * framework and take precedence over the text. Undefined if all frames are in packages.
 */
export function findProjectFrame(
  stack: string,
  known: readonly StackFrame[] = [],
): StackFrame | undefined {
  const own = known.find(({ file }) => isOwn(file));
  if (own !== undefined) return { file: toLocalPath(own.file), line: own.line, column: own.column };
  for (const line of stack.split('\n')) {
    const frame = parseFrame(line);
    if (frame !== undefined && isOwn(frame.file)) return frame;
  }
  return undefined;
}

/**
 * The stack in the sent form: the message, then the frames with sent paths. Frames of the test runner are removed.
 * Undefined without frames.
 */
export function buildStackText(
  message: string,
  stack: string,
  sentPath: (path: string) => string,
): string | undefined {
  const frames = cutMessage(stack, message)
    .split('\n')
    .filter((line) => FRAME_START.test(line) && !RUNNER.test(line));
  if (frames.length === 0) return undefined;
  return [message, ...frames.map((line) => withSentPath(line, sentPath))].join('\n');
}

/**
 * Removes the message. It may quote another stack, as messages of `page.evaluate` do, and those lines are not
 * frames of this stack.
 */
function cutMessage(stack: string, message: string): string {
  if (!message.split('\n').some((line) => FRAME_START.test(line))) return stack;
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(at + message.length);
}

const FRAME_START = /^\s+at /;
const RUNNER =
  /\(<anonymous>\)$|node:internal|[\\/]node_modules[\\/](?:vite|vite-node|@?vitest|@vitest[\\/][\w-]+|jest-[\w-]+|@jest[\\/][\w-]+|expect|tinypool|playwright|@playwright[\\/]test)[\\/]/;

/**
 * Parses `    at name (file:line:column)` or `    at file:line:column`. Undefined for other lines, and for
 * evaluated code, which has no file.
 */
function parseFrame(line: string): StackFrame | undefined {
  if (!FRAME_START.test(line)) return undefined;
  const place = extractPlace(line);
  const numbers = /(?<!<anonymous>):(\d+):(\d+)$/.exec(place);
  if (numbers === null) return undefined;
  return {
    file: toLocalPath(place.slice(0, numbers.index)),
    line: Number(numbers[1]),
    column: Number(numbers[2]),
  };
}

function extractPlace(line: string): string {
  const text = line.trimEnd();
  if (text.endsWith(')')) return text.slice(text.lastIndexOf('(') + 1, -1);
  return text.replace(FRAME_START, '').replace(/^async /, '');
}

function withSentPath(line: string, sentPath: (path: string) => string): string {
  const place = extractPlace(line);
  const end = /:\d+:\d+$/.exec(place)?.index;
  if (end === undefined) return line;
  return line.replace(place, () => sentPath(toLocalPath(place.slice(0, end))) + place.slice(end));
}

function isOwn(file: string): boolean {
  return /^(?:[\\/]|[a-z]:[\\/]|file:)/i.test(file) && !/[\\/]node_modules[\\/]/.test(file);
}

function toLocalPath(file: string): string {
  if (!file.startsWith('file://')) return file;
  try {
    return fileURLToPath(file);
  } catch {
    // The URL has another host or an encoded slash. There is no such file here, but the URL is worth showing.
    return file;
  }
}
