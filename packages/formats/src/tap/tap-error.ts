import type { Location, TestError } from '@svc/contract/executions/test-errors';
import { withOwnFrame } from '../text/own-frame.ts';
import { stripEscapes } from '../text/plain-text.ts';
import type { SentPath } from '../report-parser.ts';
import { buildTextError } from '../text/text-error.ts';
import type { TapDiagnostics } from './tap-diagnostics.ts';

/** The report's text about a failed test: a block of YAML, or the comments below its line. */
export interface TapReason {
  diagnostics: TapDiagnostics;
  comments: readonly string[];
  title: string;
}

export function buildTapError(
  { diagnostics, comments, title }: TapReason,
  sentPath: SentPath,
): TestError {
  return diagnostics.size > 0
    ? buildDiagnosedError(diagnostics, { title, sentPath })
    : buildCommentedError(comments, sentPath);
}

function buildDiagnosedError(
  diagnostics: TapDiagnostics,
  { title, sentPath }: { title: string; sentPath: SentPath },
): TestError {
  // bats writes into its block what it otherwise writes as comments.
  const written = diagnostics.get('message') ?? '';
  if (OF_BATS.test(written)) return buildCommentedError(written.split('\n'), sentPath);
  const first = (...keys: string[]): string | undefined =>
    keys.map((key) => diagnostics.get(key)?.trim()).find((text) => text);
  const assertion = first('assertion');
  // A test of tape and node-tap is an assertion, and its title is the message.
  const message =
    first('error.message', 'message', 'error') ??
    (assertion === undefined ? title : `${assertion} failed`);
  const type = first('error.name', 'name');
  const stack = first('error.stack', 'stack');
  const reported = buildTextError({
    message,
    type,
    text: buildStackText(stack, { message, type }) ?? first('diff', 'details'),
  });
  const place = first('at', 'location');
  const location = place === undefined ? undefined : findLocation(place, first);
  const [expected, actual] = [
    first('expected', 'wanted', 'want'),
    first('actual', 'found', 'got', 'have'),
  ];
  const error = withOwnFrame(reported, sentPath);
  return {
    ...error,
    ...(error.location === undefined &&
      location !== undefined && { location: { ...location, file: sentPath(location.file) } }),
    ...(expected !== undefined && actual !== undefined && { expected, actual }),
  };
}

/** Frames of Node and node-tap have no `at` in front, and no message above them. */
function buildStackText(
  stack: string | undefined,
  { message, type }: { message: string | undefined; type: string | undefined },
): string | undefined {
  if (stack === undefined || /^\s{0,100}at /m.test(stack)) return stack;
  const head = [type, message].filter((part) => part !== undefined).join(': ');
  const frames = stack.split('\n').map((frame) => `    at ${frame.trim()}`);
  return [head, ...frames].join('\n');
}

/** `/app/a.js:3:5`, `Test.run (/app/a.js:3:5)`, or a line below `at`. */
function findLocation(
  place: string,
  first: (...keys: string[]) => string | undefined,
): Location | undefined {
  const file = first('at.file', 'at.fileName');
  const row = first('at.line', 'at.lineNumber');
  if (file !== undefined && row !== undefined && /^\d{1,9}$/.test(row)) {
    return { file, line: Number(row) };
  }
  if (place.length > LONGEST_PLACE) return undefined;
  const inner = place.slice(place.lastIndexOf('(') + 1).replace(/\)$/, '');
  const [, path, line, column] = /^(\S[^\n]{0,500}?):(\d{1,9}):(\d{1,9})$/.exec(inner) ?? [];
  if (path === undefined || /[\\/]node_modules[\\/]/.test(path)) return undefined;
  return { file: path.replace(/^file:\/\//, ''), line: Number(line), column: Number(column) };
}

const LONGEST_PLACE = 1_000;

/** Comments of Test::More, pgTAP and bats: where the test failed, then why. */
function buildCommentedError(comments: readonly string[], sentPath: SentPath): TestError {
  const lines = comments.map((line) => stripEscapes(line));
  const reported = lines.filter((line) => !SAYS_NOTHING.test(line));
  const location = reported
    .map((line) => parseCommentedPlace(line))
    .find((one) => one !== undefined);
  const reasons = reported.filter((line) => parseCommentedPlace(line) === undefined);
  const message = dedentText(reasons) || dedentText(lines);
  const text = dedentText(lines);
  const error = buildTextError({ message, text: text === message ? undefined : text });
  return location === undefined
    ? error
    : { ...error, location: { ...location, file: sentPath(location.file) } };
}

const OF_BATS = /^\((?:in|from function `[^\n']{1,200}' in) test file /;
const SAYS_NOTHING = /^\s{0,100}(?:Failed test(?=\s|$)|Looks like you )/;

/** `  at t/cart.t line 12.`, or `(in test file cart.bats, line 3)`. */
function parseCommentedPlace(line: string): Location | undefined {
  const found =
    /^\s{0,100}(?:Failed test )?at (\S[^\n]{0,500}?) line (\d{1,9})\.$/.exec(line) ??
    /^\s{0,100}\((?:in|from function `[^\n']{1,200}' in) test file ([^\n]{1,500}?), line (\d{1,9})\)$/.exec(
      line,
    );
  const [, file, row] = found ?? [];
  return file === undefined ? undefined : { file, line: Number(row) };
}

function dedentText(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
