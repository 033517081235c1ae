import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { TestError as IngestError } from '@svc/contract/executions/test-errors';
import { readCodeSnippet } from '@svc/reporter-core/source/code-snippet';
import {
  findProjectFrame,
  buildStackText,
  type StackFrame,
} from '@svc/reporter-core/source/stack-frames';
import { guardError } from '@svc/reporter-core/report/guard';
import { toPlainText } from '@svc/reporter-core/text/unknown-value';

/**
 * An error as Vitest reports it: a plain object with any additional fields, or an Error if it is from Vitest's own
 * process. A copy of an Error would lose its message, so the code reads the fields by name.
 */
export interface VitestError {
  message?: unknown;
  name?: unknown;
  stack?: unknown;
  /** Absent in Vitest 3, for causes and for unhandled errors. Empty if the thrown value had no stack. */
  stacks?: readonly StackFrame[];
  diff?: unknown;
  expected?: unknown;
  actual?: unknown;
  cause?: unknown;
  /** The errors of an AggregateError: in Vitest 3, and in causes. */
  errors?: unknown;
}

type SentPath = (path: string) => string;

/** Errors in the sent form. The errors of an AggregateError follow it, as Vitest 4 and 5 report them. */
export function buildIngestErrors(
  errors: readonly VitestError[],
  sentPath: SentPath,
): IngestError[] {
  return errors.flatMap((error) => [
    buildIngestError(error, sentPath),
    ...(Array.isArray(error.errors)
      ? buildIngestErrors(error.errors.map(toVitestError), sentPath)
      : []),
  ]);
}

/** One error in the sent form, with its causes up to the contract's depth. */
function buildIngestError(error: VitestError, sentPath: SentPath, depth = 0): IngestError {
  return guardError(
    () => buildError(error, sentPath, depth),
    () => toPlainText(error.message),
  );
}

function buildError(error: VitestError, sentPath: SentPath, depth: number): IngestError {
  const message = buildMessage(error);
  const stack = toText(error.stack) ?? '';
  const frame = findProjectFrame(stack, error.stacks);
  const cause = depth < INGEST_LIMITS.causeDepth ? findCause(error, depth) : undefined;
  return {
    message,
    stack: buildStackText(message, stack, sentPath),
    diff: toText(error.diff),
    expected: toText(error.expected),
    actual: toText(error.actual),
    snippet: frame && readCodeSnippet(frame),
    location: frame && { file: sentPath(frame.file), line: frame.line, column: frame.column },
    cause: cause && buildIngestError(cause, sentPath, depth + 1),
  };
}

/** Prefixes the message with the error's class, as in a stack. Timeouts have the same message in all versions. */
function buildMessage(error: VitestError): string {
  if (error.message === undefined) return formatThrown(error);
  const message = toPlainText(error.message);
  // Vitest's own reporter adds this prefix to the names of causes.
  const name = toText(error.name)?.replace(/^(?:Caused by: )+/, '');
  const isComplete = name === undefined || name === '' || message.startsWith(name);
  return isComplete || isTimeout({ name, message }) ? message : `${name}: ${message}`;
}

/** The content of a thrown object that is not an Error, without the frames that Vitest adds. */
function formatThrown(error: VitestError): string {
  const { stacks: _, ...thrown } = error;
  return toPlainText(thrown);
}

/** The errors of an AggregateError follow it. If it is itself a cause, its first error becomes its cause. */
function findCause({ cause, errors }: VitestError, depth: number): VitestError | undefined {
  const [first]: readonly unknown[] = depth > 0 && Array.isArray(errors) ? errors : [];
  const found = cause ?? first ?? undefined;
  return found === undefined ? undefined : toVitestError(found);
}

function toVitestError(value: unknown): VitestError {
  return typeof value === 'object' && value !== null ? value : { message: value };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? toPlainText(value) : undefined;
}

/** Vitest 5 names the error. In versions 3 and 4 only the message identifies it. */
export function isTimeout({ name, message }: { name?: unknown; message?: unknown }): boolean {
  if (name === 'TestTimeoutError') return true;
  return typeof message === 'string' && /^(?:Test|Hook) timed out in \d+ms/.test(message);
}
