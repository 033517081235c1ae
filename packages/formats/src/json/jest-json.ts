import type { Annotation, IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import { suiteFailure } from '../printed-error.ts';
import { isTimeout } from '../text-error.ts';
import { epochMsOf } from '../timestamps.ts';
import { durationOf, numberOf, recordOf, textOf, textsIn, type JsonRecord } from './json-fields.ts';
import { stackError } from './stack-error.ts';
import { testResultsReader, testStatus } from './test-results.ts';

/**
 * The report of `jest --json`. It has the number of attempts, but errors of failed attempts only with
 * `logErrorsBeforeRetry`. It has neither projects nor output, and locations only with `testLocationInResults`.
 */
export const jestJson = testResultsReader({ framework: 'jest', result: jestResult, fileErrors });

/** The errors of a file that could not run. */
function fileErrors(module: JsonRecord, results: readonly IngestResult[]) {
  if (results.length > 0) return undefined;
  // The aggregated result has no `status` and another name for the message.
  const message = textOf(module['message']) ?? textOf(module['failureMessage']);
  const hasFailed = module['status'] === 'failed' || textOf(module['failureMessage']) !== undefined;
  return hasFailed ? [suiteFailure(message ?? 'The file could not run')] : undefined;
}

function jestResult(
  test: JsonRecord,
  file: string,
  sentPath: (path: string) => string,
): IngestResult {
  const location = recordOf(test['location']);
  const startedAt = epochMsOf(test['startAt']);
  const attempts = attemptsOf(test, sentPath);
  const annotations = skipAnnotations(test['status']);
  return {
    titlePath: [...textsIn(test['ancestorTitles']), textOf(test['title']) ?? ''],
    file,
    line: numberOf(location['line']),
    column: numberOf(location['column']),
    status: testStatus(test['status'], attempts),
    durationMs: durationOf(test['duration']),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    attempts: attempts.length > 0 ? attempts : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    expectedFailure: test['failing'] === true ? true : undefined,
  };
}

function skipAnnotations(status: unknown): Annotation[] {
  if (status === 'passed' || status === 'failed') return [];
  return [{ type: status === 'todo' ? 'todo' : 'skip' }];
}

function attemptsOf(test: JsonRecord, sentPath: (path: string) => string): IngestAttempt[] {
  const isPassed = test['status'] === 'passed';
  if (!isPassed && test['status'] !== 'failed') return [];
  const invocations = Math.max(1, Math.min(numberOf(test['invocations']) ?? 1, MOST_ATTEMPTS));
  if (isPassed && invocations === 1) return [];
  const reasons = textsIn(test['retryMessages']);
  const attempts: IngestAttempt[] = [];
  for (let earlier = 0; earlier < invocations - 1; earlier++) {
    const reason = reasons[earlier];
    attempts.push(failedAttempt(reason === undefined ? [] : [reason], 0, sentPath));
  }
  const durationMs = durationOf(test['duration']);
  attempts.push(
    isPassed
      ? { status: 'passed', durationMs }
      : failedAttempt(textsIn(test['failureMessages']), durationMs, sentPath),
  );
  return attempts;
}

const MOST_ATTEMPTS = 1_000;

function failedAttempt(
  messages: readonly string[],
  durationMs: number,
  sentPath: (path: string) => string,
): IngestAttempt {
  const errors = messages.map((text) => stackError(text, sentPath));
  return {
    status: errors.some(isTimeout) ? 'timedOut' : 'failed',
    durationMs,
    errors: errors.length > 0 ? errors : undefined,
  };
}
