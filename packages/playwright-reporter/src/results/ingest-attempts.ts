import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError as IngestError } from '@svc/contract/executions/test-errors';
import { deriveAttemptStatus } from './test-outcome.ts';
import { buildIngestError } from './ingest-error.ts';
import { buildIngestSteps } from './ingest-steps.ts';
import { joinOutput } from './output-text.ts';
import type { RunContext } from '../run/run-record.ts';

/**
 * Every attempt of a test in order. Empty if the result contains all information: no attempt, or one attempt that
 * passed.
 */
export function buildIngestAttempts(test: TestCase, context: RunContext): IngestAttempt[] {
  const attempts = test.results.map((result) => buildIngestAttempt(test, result, context));
  return attempts.every((attempt) => isEmptyAttempt(attempt, attempts.length)) ? [] : attempts;
}

function isEmptyAttempt(
  { status, errors = [], stdout, stderr }: IngestAttempt,
  attempts: number,
): boolean {
  if (stdout !== undefined || stderr !== undefined) return false;
  return status === 'skipped' || (status === 'passed' && errors.length === 0 && attempts === 1);
}

function buildIngestAttempt(
  test: TestCase,
  result: TestResult,
  context: RunContext,
): IngestAttempt {
  const status = deriveAttemptStatus(test, result, context);
  return {
    status,
    durationMs: Math.round(Math.max(0, result.duration)),
    startedAt: result.startTime.toISOString(),
    errors: buildAttemptErrors(test, result, context),
    steps: STEPS_OF.has(status) ? buildIngestSteps(result.steps, context.sentPath) : undefined,
    stdout: joinOutput(result.stdout),
    stderr: joinOutput(result.stderr),
  };
}

const STEPS_OF: ReadonlySet<ResultStatus> = new Set(['failed', 'timedOut', 'interrupted']);

/** Playwright reports no error for an unexpected pass. */
function buildAttemptErrors(
  test: TestCase,
  result: TestResult,
  context: RunContext,
): IngestError[] {
  const errors = result.errors.map((error) => buildIngestError(error, context.sentPath));
  const isUnexpectedPass = test.expectedStatus === 'failed' && result.status === 'passed';
  return isUnexpectedPass ? [...errors, { message: describeUnexpectedPass(test) }] : errors;
}

function describeUnexpectedPass(test: TestCase): string {
  const why = test.annotations.find(({ type }) => type === 'fail')?.description;
  return `Expected to fail${why === undefined ? '' : ` (${why})`}, but passed.`;
}
