import type {
  Annotation,
  IngestAttempt,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import type { Step } from '@svc/contract/executions/test-errors';
import { bytesOf } from './base64.ts';
import type { ReportAttachment } from '../report-batch.ts';
import { epochMs } from '../timestamps.ts';
import { durationOf, numberOf, recordOf, recordsIn, textOf, textsIn } from './json-fields.ts';
import type { JsonRecord } from './json-fields.ts';
import { playwrightError } from './playwright-error.ts';

export interface PlaywrightTest {
  /** A title in a file, with its tests: one for each project. */
  spec: JsonRecord;
  test: JsonRecord;
  /** The titles of the suites around it. */
  outer: readonly string[];
  inRoot: (file: string) => string;
}

/** One test of one project in the contract's form, with all its attempts. */
export function playwrightResult({ spec, test, outer, inRoot }: PlaywrightTest): {
  result: IngestResult;
  attachments: ReportAttachment[];
} {
  const isKnownToFail = test['expectedStatus'] === 'failed';
  const tries = recordsIn(test['results']).filter(({ status }) => status !== 'skipped');
  const attempts = tries.map((one) => ingestAttempt(one, isKnownToFail, inRoot));
  const own = annotationsOf(test);
  const { status, annotations } = outcomeOf(test, attempts);
  const tags = textsIn(spec['tags']);
  const all = [...annotations, ...own];
  const result: IngestResult = {
    titlePath: [...outer, textOf(spec['title']) ?? ''],
    file: inRoot(textOf(spec['file']) ?? 'unknown'),
    line: numberOf(spec['line']),
    column: numberOf(spec['column']),
    variant: textOf(test['projectName']),
    status,
    durationMs: attempts.reduce((total, { durationMs }) => total + durationMs, 0),
    startedAt: attempts[0]?.startedAt,
    attempts: attempts.length > 0 ? attempts : undefined,
    tags: tags.length > 0 ? tags : undefined,
    annotations: all.length > 0 ? all : undefined,
    owner: own.find(({ type }) => type === 'owner')?.description,
    expectedFailure: isKnownToFail ? true : undefined,
  };
  return {
    result,
    attachments: tries.flatMap((one, index) => attachmentsOf(one, result, index + 1)),
  };
}

function outcomeOf(
  test: JsonRecord,
  attempts: readonly IngestAttempt[],
): { status: ResultStatus; annotations: Annotation[] } {
  const last = attempts.at(-1);
  if (test['status'] === 'skipped' || last === undefined) {
    const annotations: Annotation[] =
      test['expectedStatus'] === 'skipped' ? [] : [{ type: 'did-not-run' }];
    return { status: 'skipped', annotations };
  }
  if (attempts.some(({ status }) => status === 'interrupted')) {
    return { status: 'interrupted', annotations: [] };
  }
  const isPassed = test['status'] === 'expected' || test['status'] === 'flaky';
  return { status: isPassed ? 'passed' : last.status, annotations: [] };
}

/** The annotations of the test and its attempts, each once. */
function annotationsOf(test: JsonRecord): Annotation[] {
  const lists = [
    test['annotations'],
    ...recordsIn(test['results']).map((one) => one['annotations']),
  ];
  const marks = new Map<string, Annotation>();
  for (const { type, description } of lists.flatMap(recordsIn)) {
    const mark = { type: textOf(type) ?? '', description: textOf(description) };
    marks.set(JSON.stringify(mark), mark);
  }
  return [...marks.values()];
}

function ingestAttempt(
  attempt: JsonRecord,
  isKnownToFail: boolean,
  inRoot: (file: string) => string,
): IngestAttempt {
  const errors = recordsIn(attempt['errors']).map((error) => playwrightError(error, inRoot));
  const status = attemptStatus(attempt['status'], isKnownToFail);
  if (status === 'failed' && errors.length === 0) errors.push({ message: PASSED_UNEXPECTEDLY });
  const startedAt = epochMs(textOf(attempt['startTime']), 'utc');
  const steps = stepsOf(attempt['steps'], inRoot, 1);
  return {
    status,
    durationMs: durationOf(attempt['duration']),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    errors: errors.length > 0 ? errors : undefined,
    steps: steps.length > 0 ? steps : undefined,
    stdout: outputOf(attempt['stdout']),
    stderr: outputOf(attempt['stderr']),
  };
}

const PASSED_UNEXPECTEDLY = 'Expected to fail, but passed.';

/** An attempt of a test that is expected to fail passes when it fails. */
function attemptStatus(status: unknown, isKnownToFail: boolean): ResultStatus {
  if (status === 'timedOut' || status === 'interrupted') return status;
  return (status === 'passed') === isKnownToFail ? 'failed' : 'passed';
}

const DEEPEST_STEP = 8;

function stepsOf(value: unknown, inRoot: (file: string) => string, depth: number): Step[] {
  if (depth > DEEPEST_STEP) return [];
  return recordsIn(value).map((step) => {
    const inner = stepsOf(step['steps'], inRoot, depth + 1);
    const error = step['error'] === undefined ? undefined : recordOf(step['error']);
    return {
      title: textOf(step['title']) ?? '',
      durationMs: durationOf(step['duration']),
      error: error && playwrightError(error, inRoot),
      steps: inner.length > 0 ? inner : undefined,
    };
  });
}

/** Joins pieces of text, or of bytes if the output is not UTF-8. */
function outputOf(value: unknown): string | undefined {
  const text = recordsIn(value)
    .map((piece) => textOf(piece['text']) ?? decoded(textOf(piece['buffer'])))
    .join('');
  return text === '' ? undefined : text;
}

function decoded(base64: string | undefined): string {
  const bytes = bytesOf(base64);
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}

function attachmentsOf(
  attempt: JsonRecord,
  result: IngestResult,
  index: number,
): ReportAttachment[] {
  return recordsIn(attempt['attachments']).flatMap((attachment) => {
    const path = textOf(attachment['path']);
    const bytes = path === undefined ? bytesOf(textOf(attachment['body'])) : undefined;
    const content = path !== undefined ? { path } : bytes && { bytes };
    if (content === undefined) return [];
    const name = textOf(attachment['name']) ?? 'attachment';
    return [
      { result, attempt: index, name, contentType: textOf(attachment['contentType']), content },
    ];
  });
}
