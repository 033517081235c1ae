import type { Location, TestError } from '@playwright/test/reporter';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { TestError as IngestError } from '@svc/contract/executions/test-errors';
import { codeSnippet } from '@svc/reporter-core/source/code-snippet';
import { matcherText } from '@svc/reporter-core/source/matcher-text';
import { plainText } from '@svc/reporter-core/text/unknown-value';
import { guardedError } from '@svc/reporter-core/report/guard';
import { projectFrame, stackText } from '@svc/reporter-core/source/stack-frames';

/** One error in the sent form, with its causes up to the contract's depth. */
export function ingestError(
  error: TestError,
  sentPath: (path: string) => string,
  depth = 0,
): IngestError {
  return guardedError(
    () => errorOf(error, sentPath, depth),
    () => plainText(error.message ?? error.value),
  );
}

function errorOf(error: TestError, sentPath: (path: string) => string, depth: number): IngestError {
  // A thrown value that is not an error is in `value`.
  const text = plainText(error.message ?? error.value ?? 'An error without a message');
  const { message, diff, expected, actual } = matcherText(text);
  const stack = plainText(error.stack ?? '');
  const place = isFile(error.location) ? error.location : projectFrame(stack);
  const { cause } = error;
  return {
    message,
    stack: stackText(message, stack, sentPath),
    diff,
    expected,
    actual,
    snippet: error.snippet === undefined ? place && codeSnippet(place) : plainText(error.snippet),
    location: place && { file: sentPath(place.file), line: place.line, column: place.column },
    cause:
      cause === undefined || depth >= INGEST_LIMITS.causeDepth
        ? undefined
        : ingestError(cause, sentPath, depth + 1),
  };
}

/** For evaluated code, in a page or by `new Function`, Playwright reports a location that is not a file. */
function isFile(location: Location | undefined): location is Location {
  return location !== undefined && !location.file.endsWith('<anonymous>');
}

/** The first line of an error's message, without colours. */
export function firstLine(message: string | undefined): string | undefined {
  return message === undefined ? undefined : plainText(message).split('\n')[0];
}
