import type { Location, TestError } from '@playwright/test/reporter';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { TestError as IngestError } from '@svc/contract/executions/test-errors';
import { readCodeSnippet } from '@svc/reporter-core/source/code-snippet';
import { parseMatcherText } from '@svc/reporter-core/source/matcher-text';
import { toPlainText } from '@svc/reporter-core/text/unknown-value';
import { guardError } from '@svc/reporter-core/report/guard';
import { findProjectFrame, buildStackText } from '@svc/reporter-core/source/stack-frames';

/** One error in the sent form, with its causes up to the contract's depth. */
export function buildIngestError(
  error: TestError,
  sentPath: (path: string) => string,
  depth = 0,
): IngestError {
  return guardError(
    () => buildError(error, sentPath, depth),
    () => toPlainText(error.message ?? error.value),
  );
}

function buildError(
  error: TestError,
  sentPath: (path: string) => string,
  depth: number,
): IngestError {
  // A thrown value that is not an error is in `value`.
  const text = toPlainText(error.message ?? error.value ?? 'An error without a message');
  const { message, diff, expected, actual } = parseMatcherText(text);
  const stack = toPlainText(error.stack ?? '');
  const place = isFile(error.location) ? error.location : findProjectFrame(stack);
  const { cause } = error;
  return {
    message,
    stack: buildStackText(message, stack, sentPath),
    diff,
    expected,
    actual,
    snippet:
      error.snippet === undefined ? place && readCodeSnippet(place) : toPlainText(error.snippet),
    location: place && { file: sentPath(place.file), line: place.line, column: place.column },
    cause:
      cause === undefined || depth >= INGEST_LIMITS.causeDepth
        ? undefined
        : buildIngestError(cause, sentPath, depth + 1),
  };
}

/** Playwright reports a location that is not a file for code evaluated in a page or by `new Function`. */
function isFile(location: Location | undefined): location is Location {
  return location !== undefined && !location.file.endsWith('<anonymous>');
}

/** The first line of an error's message, without colours. */
export function extractFirstLine(message: string | undefined): string | undefined {
  return message === undefined ? undefined : toPlainText(message).split('\n')[0];
}
