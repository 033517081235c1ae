import type { Location, TestError } from '@svc/contract/executions/test-errors';
import type { SentPath } from '../report-parser.ts';
import { buildTextError } from '../text/text-error.ts';

/** Output of a Go test. */
export interface GoOutput {
  /** The whole output. */
  text: string;
  /** The lines that Go marks as errors, since Go 1.25; empty before. */
  errors: string;
}

/** A test of Go fails without an error: the reason is in its output. */
export function buildGoError(
  { text, errors }: GoOutput,
  { packageName, sentPath }: { packageName: string; sentPath: SentPath },
): TestError {
  const error = buildTextError({ message: errors === '' ? 'Failed' : errors, text });
  const location = findLocation(errors || text, packageName, sentPath);
  return location === undefined ? error : { ...error, location };
}

/** `cart_test.go:12: expected 3, got 2` names the file without its folder, which is the package. */
function findLocation(text: string, packageName: string, sentPath: SentPath): Location | undefined {
  const [, file, line] =
    /^[ \t]{0,100}(?:\w{1,200}: )?([\w.-]{1,200}\.go):(\d{1,9}): /m.exec(text) ?? [];
  if (file === undefined) return undefined;
  // Like the path on another machine: the caller looks for its end in the repository.
  return { file: sentPath(`/${packageName}/${file}`), line: Number(line) };
}

/** Lines of a package's output that repeat its events. */
export function withoutPackageMarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isPackageMark(line))
    .join('\n')
    .trim();
}

const PACKAGE_MARK =
  /^(?:PASS|FAIL|exit status \d{1,9}|testing: warning: no tests to run|-test\.shuffle \d{1,20})$/;

/** A line that `go test` writes about the package, such as `ok  	shop/cart	0.004s`. */
function isPackageMark(line: string): boolean {
  if (line.startsWith('FAIL\t') || line.startsWith('coverage: ')) return true;
  if (/^\?[ \t]/.test(line)) return line.endsWith('[no test files]');
  if (/^ok[ \t]/.test(line)) return /[ \t]/.test(line.slice(2).trimStart());
  return PACKAGE_MARK.test(line);
}

/** A package that did not build, or failed outside its tests. `build` and `output` may be empty. */
export function buildPackageError(build: string, output: string): TestError {
  const text = [build, output].filter((part) => part !== '').join('\n');
  if (text === '') return { message: 'The package failed without a failing test' };
  const panic = extractPanic(text);
  const lines = (panic ?? text).split('\n').filter((line) => !line.startsWith('# '));
  const message = (lines.length > 0 ? lines : [text])
    .slice(0, MOST_MESSAGE_LINES)
    .join('\n')
    .trim();
  return { message, ...(message !== text && { stack: text }) };
}

const MOST_MESSAGE_LINES = 20;

/** The text from `panic: ` to the first stack; undefined unless it has both. */
function extractPanic(text: string): string | undefined {
  const start = text.startsWith('panic: ') ? 0 : text.indexOf('\npanic: ') + 1;
  if (!text.startsWith('panic: ', start)) return undefined;
  const ends = ['\n\ngoroutine ', '\ngoroutine ', '\nrunning tests:']
    .map((mark) => text.indexOf(mark, start))
    .filter((end) => end >= 0);
  return ends.length === 0 ? undefined : text.slice(start, Math.min(...ends));
}
