import { INGEST_LIMITS } from '@svc/contract/limits';
import type { TestError as IngestError } from '@svc/contract/test-errors';
import { codeSnippet } from '@svc/reporter-core/code-snippet';
import { projectFrame, stackText, type StackFrame } from '@svc/reporter-core/stack-frames';
import { plainText } from '@svc/reporter-core/plain-text';
import { isTimeout } from './is-timeout.ts';

/** An error as Vitest hands it over: a plain object that may hold anything besides, so fields are named one by one. */
export interface VitestError {
  message: unknown;
  name?: string;
  stack?: string;
  /** Absent in Vitest 3, for causes and for unhandled errors; empty for what was thrown without a stack. */
  stacks?: readonly StackFrame[];
  diff?: unknown;
  expected?: unknown;
  actual?: unknown;
  cause?: unknown;
  /** Of an AggregateError, in Vitest 3. */
  errors?: unknown;
}

/** One error as it is sent, with its causes up to the contract's depth. */
export function ingestError(
  error: VitestError,
  sentPath: (path: string) => string,
  depth = 0,
): IngestError {
  const message = messageOf(error);
  const stack = typeof error.stack === 'string' ? plainText(error.stack) : '';
  const frame = projectFrame(stack, error.stacks);
  const cause = causeOf(error);
  return {
    message,
    stack: stackText(message, stack, sentPath),
    diff: textIn(error.diff),
    expected: textIn(error.expected),
    actual: textIn(error.actual),
    snippet: frame && codeSnippet(frame),
    location: frame && { file: sentPath(frame.file), line: frame.line, column: frame.column },
    cause:
      cause === undefined || depth >= INGEST_LIMITS.causeDepth
        ? undefined
        : ingestError(cause, sentPath, depth + 1),
  };
}

/** With the error's class in front, as a stack shows it. Time-outs read the same in all versions. */
function messageOf(error: VitestError): string {
  const message = plainText(error.message);
  // Vitest 5 writes this before the name of a cause, which its place already tells.
  const name = error.name?.replace(/^Caused by: /, '');
  const isTold = name === undefined || name === '' || message.startsWith(name);
  return isTold || isTimeout({ name, message }) ? message : `${name}: ${message}`;
}

function causeOf({ cause, errors }: VitestError): VitestError | undefined {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return [cause, first].find(isVitestError);
}

function isVitestError(value: unknown): value is VitestError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? plainText(value) : undefined;
}
