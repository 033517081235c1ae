import type { TestError } from '@svc/contract/executions/test-errors';
import { readCodeSnippet } from '@svc/reporter-core/source/code-snippet';
import { parseMatcherText } from '@svc/reporter-core/source/matcher-text';
import { guardError } from '@svc/reporter-core/report/guard';
import { findProjectFrame, buildStackText } from '@svc/reporter-core/source/stack-frames';
import { isRecord } from '@svc/contract/zod-free/is-record';
import { type FailureText, parseFailureText } from './failure-text.ts';

type SentPath = (path: string) => string;

/** One error in the sent form, with its causes, parsed from Jest's text. */
export function buildIngestError(text: string, sentPath: SentPath): TestError {
  return guardError(
    () => buildError(parseFailureText(text), sentPath),
    () => text,
  );
}

function buildError(text: FailureText, sentPath: SentPath): TestError {
  const { message, diff, expected, actual } = parseMatcherText(text.message);
  const frame = findProjectFrame(text.frames);
  return {
    message,
    stack: buildStackText(message, text.frames, sentPath),
    diff,
    expected,
    actual,
    snippet: frame && readCodeSnippet(frame),
    location: frame && { file: sentPath(frame.file), line: frame.line, column: frame.column },
    cause: text.cause && buildError(text.cause, sentPath),
  };
}

/**
 * The text of an error that ended a file or a run. The error may be from another realm. From a worker, it is an
 * object whose message is spread over numbered keys. So the code reads only two fields. For a failing afterAll hook
 * the message is empty. For a syntax error the stack starts with Jest's advice.
 */
export function buildExecErrorText(error: unknown, fallback = ''): string {
  const { message, stack } = isRecord(error) ? error : { message: error, stack: '' };
  const trace = typeof stack === 'string' ? stack : '';
  const text = typeof message === 'string' ? message.trim() : '';
  if (text === '') return trace === '' ? fallback : trace;
  const before = trace.slice(0, Math.max(0, trace.indexOf(text)));
  const errorClass = /\w*Error: $/.exec(before)?.[0] ?? '';
  const frames = trace.split('\n').filter((line) => /^ {4}at /.test(line));
  return [errorClass + text, ...frames].join('\n');
}
