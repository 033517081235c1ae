import type { Annotation, IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { isTimeout } from '../text/text-error.ts';
import { toDurationMs, toNumber, toRecord, toText, toTexts } from './json-fields.ts';
import type { JsonRecord } from './json-fields.ts';
import { buildStackError } from './stack-error.ts';
import { makeTestResultsReader, deriveTestStatus } from './test-results.ts';

/**
 * The report of Vitest's `json` reporter. It has neither projects nor output, and for attempts only their errors. A
 * test that passed with errors had one more attempt than errors; several errors of a failed test may belong to one
 * attempt. For a failing hook it only reports that the file failed.
 */
export const vitestJson = makeTestResultsReader({
  framework: 'vitest',
  result: buildVitestResult,
  fileErrors: buildFileErrors,
});

function buildFileErrors(module: JsonRecord, results: readonly IngestResult[]) {
  const message = toText(module['message']);
  if (message !== undefined) return [{ message }];
  const isExplained = results.some(({ status }) => isFailure(status));
  if (module['status'] !== 'failed' || isExplained) return undefined;
  return [
    {
      message:
        'The file failed without a failing test, probably in a hook: the report does not say where',
    },
  ];
}

function buildVitestResult(
  test: JsonRecord,
  file: string,
  sentPath: (path: string) => string,
): IngestResult {
  const location = toRecord(test['location']);
  const { attempts, isReconstructed } = buildAttempts(test, sentPath);
  const status = deriveTestStatus(test['status'], attempts);
  const annotations = [
    ...buildSkipAnnotations(test['status']),
    ...(isReconstructed ? [RECONSTRUCTED] : []),
  ];
  const tags = toTexts(test['tags']);
  return {
    titlePath: [...toTexts(test['ancestorTitles']), toText(test['title']) ?? ''],
    file,
    line: toNumber(location['line']),
    column: toNumber(location['column']),
    status,
    durationMs: toDurationMs(test['duration']),
    attempts: attempts.length > 0 ? attempts : undefined,
    tags: tags.length > 0 ? tags : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
  };
}

const RECONSTRUCTED: Annotation = {
  type: 'attempts-reconstructed',
  description: 'The report tells the errors of a retried test, but no attempts',
};

function buildSkipAnnotations(status: unknown): Annotation[] {
  if (status === 'passed' || status === 'failed') return [];
  if (status === 'todo') return [{ type: 'todo' }];
  return [{ type: status === 'pending' ? 'did-not-run' : 'skip' }];
}

function buildAttempts(test: JsonRecord, sentPath: (path: string) => string) {
  const errors = toTexts(test['failureMessages']).map((text) =>
    buildStackError(withTimeout(text), sentPath),
  );
  const durationMs = toDurationMs(test['duration']);
  if (test['status'] === 'failed') {
    const status = errors.some(isTimeout) ? 'timedOut' : 'failed';
    return { attempts: [{ status, durationMs, errors } as IngestAttempt], isReconstructed: false };
  }
  if (test['status'] !== 'passed' || errors.length === 0)
    return { attempts: [], isReconstructed: false };
  const failed = errors.map((error): IngestAttempt => {
    return { status: isTimeout(error) ? 'timedOut' : 'failed', durationMs: 0, errors: [error] };
  });
  const attempts: IngestAttempt[] = [...failed, { status: 'passed', durationMs, errors: [] }];
  return { attempts, isReconstructed: true };
}

/** Before Vitest 5 the report has a placeholder instead of a timeout's message, so the duration is unknown. */
function withTimeout(text: string): string {
  return text
    .replace(/^Error: STACK_TRACE_ERROR(?=\n {1,80}at (?:before|after|onTest))/, 'Hook timed out')
    .replace(/^Error: STACK_TRACE_ERROR(?=\n|$)/, 'Test timed out');
}
