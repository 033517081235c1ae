import type { ErrorDetail } from '@svc/contract/errors';
import type { z } from 'zod';
import { SvcError } from '../../errors.ts';

// Enough to fix a client. A body with 100,000 invalid results needs no error of equal size.
const MAX_DETAILS = 20;

/** The error for invalid input: every field with its path, the first one in the message. */
export function buildInvalidInputError(
  issues: readonly z.core.$ZodIssue[],
  pathBefore: PropertyKey[] = [],
): SvcError {
  const details = issues
    .slice(0, MAX_DETAILS)
    .flatMap((issue) => toErrorDetails(issue, pathBefore))
    .slice(0, MAX_DETAILS);
  const first = details[0];
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const message = first === undefined ? 'Invalid input' : `${formatDetail(first)}${more}`;
  return new SvcError('BAD_REQUEST', message, { details });
}

/** The error for input with more issues than zod can handle, in which case zod throws a RangeError. */
export function buildTooManyIssuesError(path: PropertyKey[] = []): SvcError {
  const detail = { path: formatPath(path), message: 'Too many values do not fit to name them' };
  return new SvcError('BAD_REQUEST', formatDetail(detail), { details: [detail] });
}

function toErrorDetails(issue: z.core.$ZodIssue, pathBefore: PropertyKey[]): ErrorDetail[] {
  const path = [...pathBefore, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: formatPath([...path, key]),
      message: 'Unknown parameter',
    }));
  }
  const message =
    issue.code === 'invalid_value'
      ? `Expected ${formatAlternatives(issue.values.map(String))}`
      : issue.message;
  return [{ path: formatPath(path), message }];
}

// A key chosen by the caller may be as long as the body.
const MAX_PATH_PART = 200;

function formatPath(path: PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, MAX_PATH_PART)).join('.');
}

function formatDetail({ path, message }: ErrorDetail): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** The words as a choice: `hourly, daily or weekly`. */
export function formatAlternatives(words: readonly string[]): string {
  return LIST.format(words);
}

// British: no comma before the "or".
const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });
