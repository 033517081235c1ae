import type { TestError } from '@svc/contract/test-errors';
import { codeSnippet } from '@svc/reporter-core/source/code-snippet';
import { isRecord } from '@svc/reporter-core/text/is-record';
import { matcherText } from '@svc/reporter-core/source/matcher-text';
import { guardedError } from '@svc/reporter-core/session/guard';
import { projectFrame, stackText } from '@svc/reporter-core/source/stack-frames';
import { type FailureText, failureText } from './failure-text.ts';

type SentPath = (path: string) => string;

/** One error as it is sent, with its causes, from the text in which Jest gives it. */
export function ingestError(text: string, sentPath: SentPath): TestError {
  return guardedError(
    () => errorOf(failureText(text), sentPath),
    () => text,
  );
}

function errorOf(text: FailureText, sentPath: SentPath): TestError {
  const { message, diff, expected, actual } = matcherText(text.message);
  const frame = projectFrame(text.frames);
  return {
    message,
    stack: stackText(message, text.frames, sentPath),
    diff,
    expected,
    actual,
    snippet: frame && codeSnippet(frame),
    location: frame && { file: sentPath(frame.file), line: frame.line, column: frame.column },
    cause: text.cause && errorOf(text.cause, sentPath),
  };
}

/**
 * The text of an error that ended a file or a run: an Error of another realm, or from a worker an
 * object with its message spread over numbered keys, so only two fields are looked at. Of a failing
 * afterAll the message is empty; of a syntax error the stack begins with Jest's advice.
 */
export function execErrorText(error: unknown, fallback = ''): string {
  const { message, stack } = isRecord(error) ? error : { message: error, stack: '' };
  const trace = typeof stack === 'string' ? stack : '';
  const said = typeof message === 'string' ? message.trim() : '';
  if (said === '') return trace === '' ? fallback : trace;
  const before = trace.slice(0, Math.max(0, trace.indexOf(said)));
  const errorClass = /\w*Error: $/.exec(before)?.[0] ?? '';
  const frames = trace.split('\n').filter((line) => /^ {4}at /.test(line));
  return [errorClass + said, ...frames].join('\n');
}
