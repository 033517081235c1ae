import type { Annotation, IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import { parseSuiteFailure } from '../text/printed-error.ts';
import { isTimeout } from '../text/text-error.ts';
import { toEpochMs } from '../timestamps.ts';
import {
  toDurationMs,
  toNumber,
  toRecord,
  toText,
  toTexts,
  type JsonRecord,
} from './json-fields.ts';
import { buildStackError } from './stack-error.ts';
import { makeTestResultsReader, deriveTestStatus } from './test-results.ts';

/**
 * The report of `jest --json`. It has the number of attempts, but errors of failed attempts only with
 * `logErrorsBeforeRetry`. It has neither projects nor output, and locations only with `testLocationInResults`.
 */
export const jestJson = makeTestResultsReader({
  framework: 'jest',
  result: buildJestResult,
  fileErrors: buildFileErrors,
});

/** The errors of a file that could not run. */
function buildFileErrors(module: JsonRecord, results: readonly IngestResult[]) {
  if (results.length > 0) return undefined;
  // The aggregated result has no `status` and another name for the message.
  const message = toText(module['message']) ?? toText(module['failureMessage']);
  const hasFailed = module['status'] === 'failed' || toText(module['failureMessage']) !== undefined;
  return hasFailed ? [parseSuiteFailure(message ?? 'The file could not run')] : undefined;
}

function buildJestResult(
  test: JsonRecord,
  file: string,
  sentPath: (path: string) => string,
): IngestResult {
  const location = toRecord(test['location']);
  const startedAt = toEpochMs(test['startAt']);
  const attempts = buildAttempts(test, sentPath);
  const annotations = buildSkipAnnotations(test['status']);
  return {
    titlePath: [...toTexts(test['ancestorTitles']), toText(test['title']) ?? ''],
    file,
    line: toNumber(location['line']),
    column: toNumber(location['column']),
    status: deriveTestStatus(test['status'], attempts),
    durationMs: toDurationMs(test['duration']),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    attempts: attempts.length > 0 ? attempts : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    expectedFailure: test['failing'] === true ? true : undefined,
  };
}

function buildSkipAnnotations(status: unknown): Annotation[] {
  if (status === 'passed' || status === 'failed') return [];
  return [{ type: status === 'todo' ? 'todo' : 'skip' }];
}

function buildAttempts(test: JsonRecord, sentPath: (path: string) => string): IngestAttempt[] {
  const isPassed = test['status'] === 'passed';
  if (!isPassed && test['status'] !== 'failed') return [];
  const invocations = Math.max(1, Math.min(toNumber(test['invocations']) ?? 1, MOST_ATTEMPTS));
  if (isPassed && invocations === 1) return [];
  const reasons = toTexts(test['retryMessages']);
  const attempts: IngestAttempt[] = [];
  for (let earlier = 0; earlier < invocations - 1; earlier++) {
    const reason = reasons[earlier];
    attempts.push(buildFailedAttempt(reason === undefined ? [] : [reason], 0, sentPath));
  }
  const durationMs = toDurationMs(test['duration']);
  attempts.push(
    isPassed
      ? { status: 'passed', durationMs }
      : buildFailedAttempt(toTexts(test['failureMessages']), durationMs, sentPath),
  );
  return attempts;
}

const MOST_ATTEMPTS = 1_000;

function buildFailedAttempt(
  messages: readonly string[],
  durationMs: number,
  sentPath: (path: string) => string,
): IngestAttempt {
  const errors = messages.map((text) => buildStackError(text, sentPath));
  return {
    status: errors.some(isTimeout) ? 'timedOut' : 'failed',
    durationMs,
    errors: errors.length > 0 ? errors : undefined,
  };
}
