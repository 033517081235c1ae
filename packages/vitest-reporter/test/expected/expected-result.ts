import { expect } from 'vitest';
import { attempt, noAttempt, result } from '@svc/reporter-core/test/expected/expected-result.ts';
import type { Major } from '../projects/fixture-project.ts';

/** One attempt in addition to its status. Absent fields are null or empty. */
export interface ExpectedAttempt {
  errors?: object[];
  stdout?: string;
  stderr?: string;
}

export interface ExpectedResult {
  /** Null if the source does not determine it. */
  line: number | null;
  /** Default: one attempt without output, with the result's status. */
  attempts?: object[];
  flaky?: boolean;
  expectedFailure?: boolean;
  tags?: string[];
  annotations?: object[];
  owner?: string;
  variant?: string;
}

/** A complete result as the server returns it. Its title path is joined with ` › `. */
export function resultIn(
  file: string,
): (title: string, status: string, more: ExpectedResult) => object {
  return (title, status, { line, attempts = [bareAttempt(status)], ...more }) => ({
    ...result(line, title.split(' › '), status, attempts),
    file,
    column: null,
    retries: attempts.length - 1,
    // A test that never began has no start time.
    startedAt: status === 'skipped' ? null : 'a time',
    ...more,
  });
}

/** Attempts of one major: Vitest before 5.1 reports the start time of the first attempt only. */
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

/** The annotation of a result with reconstructed attempts. */
export function reconstructed(major: Major): object[] {
  return major === '5' ? [] : [RECONSTRUCTED];
}

/**
 * The error of a timeout after 30 ms. Its message has two lines, so only its location determines stack and snippet.
 */
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
