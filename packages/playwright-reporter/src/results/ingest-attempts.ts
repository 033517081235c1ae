import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError as IngestError } from '@svc/contract/executions/test-errors';
import { attemptStatus } from './test-outcome.ts';
import { ingestError } from './ingest-error.ts';
import { ingestSteps } from './ingest-steps.ts';
import { outputText } from './output-text.ts';
import type { RunContext } from '../run/run-record.ts';

/**
 * Every attempt of a test in order. Empty if the result contains all information: no attempt, or one attempt that
 * passed.
 */
export function ingestAttempts(test: TestCase, context: RunContext): IngestAttempt[] {
  const attempts = test.results.map((result) => ingestAttempt(test, result, context));
  return attempts.every((attempt) => saysNothing(attempt, attempts.length)) ? [] : attempts;
}

function saysNothing(
  { status, errors = [], stdout, stderr }: IngestAttempt,
  attempts: number,
): boolean {
  if (stdout !== undefined || stderr !== undefined) return false;
  return status === 'skipped' || (status === 'passed' && errors.length === 0 && attempts === 1);
}

function ingestAttempt(test: TestCase, result: TestResult, context: RunContext): IngestAttempt {
  const status = attemptStatus(test, result, context);
  return {
    status,
    durationMs: Math.round(Math.max(0, result.duration)),
    startedAt: result.startTime.toISOString(),
    errors: attemptErrors(test, result, context),
    steps: STEPS_OF.has(status) ? ingestSteps(result.steps, context.sentPath) : undefined,
    stdout: outputText(result.stdout),
    stderr: outputText(result.stderr),
  };
}

const STEPS_OF: ReadonlySet<ResultStatus> = new Set(['failed', 'timedOut', 'interrupted']);

/** Playwright reports no error for an unexpected pass. */
function attemptErrors(test: TestCase, result: TestResult, context: RunContext): IngestError[] {
  const errors = result.errors.map((error) => ingestError(error, context.sentPath));
  const isUnexpectedPass = test.expectedStatus === 'failed' && result.status === 'passed';
  return isUnexpectedPass ? [...errors, { message: unexpectedPass(test) }] : errors;
}

function unexpectedPass(test: TestCase): string {
  const why = test.annotations.find(({ type }) => type === 'fail')?.description;
  return `Expected to fail${why === undefined ? '' : ` (${why})`}, but passed.`;
}
