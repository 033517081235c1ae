import { expect } from 'vitest';
import { attempt, noAttempt, result } from '@svc/reporter-core/test/expected-result.ts';
import type { Major } from './fixture-project.ts';

/** What is told of one attempt beyond its status; what is left out is null or empty. */
export interface ExpectedAttempt {
  errors?: object[];
  stdout?: string;
  stderr?: string;
}

export interface ExpectedResult {
  /** Null where the source does not tell it for sure. */
  line: number | null;
  /** Default: one without a word, with the result's status. */
  attempts?: object[];
  flaky?: boolean;
  expectedFailure?: boolean;
  tags?: string[];
  annotations?: object[];
  owner?: string;
  variant?: string;
}

/** A result as the server gives it back, whole; its title path written with ` › `. */
export function resultIn(
  file: string,
): (title: string, status: string, more: ExpectedResult) => object {
  return (title, status, { line, attempts = [bareAttempt(status)], ...more }) => ({
    ...result(line, title.split(' › '), status, attempts),
    file,
    column: null,
    retries: attempts.length - 1,
    // What never began has no beginning.
    startedAt: status === 'skipped' ? null : 'a time',
    ...more,
  });
}

/** Attempts of one major: before 5.1 Vitest does not tell when one began that is not the first. */
export function attemptsOf(
  major: Major,
): (...attempts: [status: string, more?: ExpectedAttempt][]) => object[] {
  return (...attempts) =>
    attempts.map(([status, more], index) => ({
      ...bareAttempt(status),
      ...(major !== '5' && index > 0 && { startedAt: null }),
      ...more,
    }));
}

function bareAttempt(status: string): object {
  return status === 'skipped' ? noAttempt() : attempt(status);
}

/** What a result says whose attempts were pieced together. */
export function reconstructed(major: Major): object[] {
  return major === '5' ? [] : [RECONSTRUCTED];
}

/** The error of a time-out of 30 ms. Its message goes over two lines, so that its stack and snippet are known by their place alone. */
export function timeOutAt(what: string, file: string, line: number): object {
  return {
    message: expect.stringMatching(new RegExp(`^${what} timed out in 30ms\\.\n`)),
    stack: expect.stringContaining(`\n    at ${file}:${line}:`),
    snippet: expect.stringMatching(new RegExp(`^> +${line} \\| `, 'm')),
    location: { file, line, column: expect.any(Number) },
  };
}

const RECONSTRUCTED = {
  type: 'attempts-reconstructed',
  description:
    'Before 5.1, Vitest reports how often a test was tried, but not the time of each attempt',
};
