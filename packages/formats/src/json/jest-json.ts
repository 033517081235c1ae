import type { Annotation, IngestAttempt, IngestResult, ResultStatus } from '@svc/contract/ingest';
import { epochMsOf } from '../durations.ts';
import { plainText } from '../plain-text.ts';
import { isTimeout } from '../text-error.ts';
import { durationOf, numberOf, recordOf, recordsIn, textOf, textsIn } from './json-fields.ts';
import type { JsonRecord } from './json-fields.ts';
import type { MakeJsonReader } from './json-reader.ts';
import { stackError } from './stack-error.ts';

/**
 * The report of `jest --json`. It tells how often a test was tried, but of the failed attempts errors
 * only with `logErrorsBeforeRetry`; neither projects nor output; places with `testLocationInResults`.
 */
export const jestJson: MakeJsonReader = (into, sentPath) => ({
  listPath: ['testResults'],
  head: ({ startTime, success }) => {
    const startedAt = epochMsOf(startTime);
    into.tell({ framework: 'jest', startedAt, status: success === false ? 'failed' : undefined });
  },
  entry: (value) => {
    const module = recordOf(value);
    const file = sentPath(textOf(module['name']) ?? 'unknown');
    const startedAt = epochMsOf(module['startTime']);
    const endedAt = epochMsOf(module['endTime']);
    const tests = recordsIn(module['assertionResults']);
    into.tell({ startedAt, endedAt });
    into.addFile({
      file,
      durationMs: Math.max(0, (endedAt ?? 0) - (startedAt ?? 0)),
      errors: tests.length === 0 ? fileErrors(module) : undefined,
    });
    for (const test of tests) into.add(jestResult(test, file, sentPath));
  },
  tail: ({ success, wasInterrupted }) => {
    const failed = success === false ? 'failed' : undefined;
    into.tell({ status: wasInterrupted === true ? 'interrupted' : failed });
  },
});

/** Of a file that could not run. */
function fileErrors(module: JsonRecord) {
  if (module['status'] !== 'failed') return undefined;
  const message = plainText(textOf(module['message']) ?? 'The file could not run')
    .replace(/^\s*● Test suite failed to run\s*/, '')
    .replaceAll(/^ {4}/gm, '')
    .trim();
  return [{ message }];
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
    status: statusOf(test['status'], attempts),
    durationMs: durationOf(test['duration']),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    attempts: attempts.length > 0 ? attempts : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    expectedFailure: test['failing'] === true ? true : undefined,
  };
}

function statusOf(status: unknown, attempts: readonly IngestAttempt[]): ResultStatus {
  if (status === 'passed') return 'passed';
  if (status === 'failed') return attempts.at(-1)?.status ?? 'failed';
  return 'skipped';
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
