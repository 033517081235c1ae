import type {
  Annotation,
  IngestAttempt,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import type { Step } from '@svc/contract/executions/test-errors';
import { decodeBase64 } from './base64.ts';
import type { ReportAttachment } from '../report-batch.ts';
import { parseEpochMs } from '../timestamps.ts';
import { toDurationMs, toNumber, toRecord, toRecords, toText, toTexts } from './json-fields.ts';
import type { JsonRecord } from './json-fields.ts';
import { buildPlaywrightError } from './playwright-error.ts';

export interface PlaywrightTest {
  /** A title in a file, with its tests: one for each project. */
  spec: JsonRecord;
  test: JsonRecord;
  /** The titles of the suites around it. */
  outer: readonly string[];
  inRoot: (file: string) => string;
}

/** One test of one project in the contract's form, with all its attempts. */
export function buildPlaywrightResult({ spec, test, outer, inRoot }: PlaywrightTest): {
  result: IngestResult;
  attachments: ReportAttachment[];
} {
  const isKnownToFail = test['expectedStatus'] === 'failed';
  const tries = toRecords(test['results']).filter(({ status }) => status !== 'skipped');
  const attempts = tries.map((one) => buildIngestAttempt(one, isKnownToFail, inRoot));
  const own = buildAnnotations(test);
  const { status, annotations } = deriveOutcome(test, attempts);
  const tags = toTexts(spec['tags']);
  const all = [...annotations, ...own];
  const result: IngestResult = {
    titlePath: [...outer, toText(spec['title']) ?? ''],
    file: inRoot(toText(spec['file']) ?? 'unknown'),
    line: toNumber(spec['line']),
    column: toNumber(spec['column']),
    variant: toText(test['projectName']),
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
    attachments: tries.flatMap((one, index) => collectAttachments(one, result, index + 1)),
  };
}

function deriveOutcome(
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
function buildAnnotations(test: JsonRecord): Annotation[] {
  const lists = [
    test['annotations'],
    ...toRecords(test['results']).map((one) => one['annotations']),
  ];
  const marks = new Map<string, Annotation>();
  for (const { type, description } of lists.flatMap(toRecords)) {
    const mark = { type: toText(type) ?? '', description: toText(description) };
    marks.set(JSON.stringify(mark), mark);
  }
  return [...marks.values()];
}

function buildIngestAttempt(
  attempt: JsonRecord,
  isKnownToFail: boolean,
  inRoot: (file: string) => string,
): IngestAttempt {
  const errors = toRecords(attempt['errors']).map((error) => buildPlaywrightError(error, inRoot));
  const status = deriveAttemptStatus(attempt['status'], isKnownToFail);
  if (status === 'failed' && errors.length === 0) errors.push({ message: PASSED_UNEXPECTEDLY });
  const startedAt = parseEpochMs(toText(attempt['startTime']), 'utc');
  const steps = buildSteps(attempt['steps'], inRoot, 1);
  return {
    status,
    durationMs: toDurationMs(attempt['duration']),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    errors: errors.length > 0 ? errors : undefined,
    steps: steps.length > 0 ? steps : undefined,
    stdout: joinOutput(attempt['stdout']),
    stderr: joinOutput(attempt['stderr']),
  };
}

const PASSED_UNEXPECTEDLY = 'Expected to fail, but passed.';

/** An attempt of a test that is expected to fail passes when it fails. */
function deriveAttemptStatus(status: unknown, isKnownToFail: boolean): ResultStatus {
  if (status === 'timedOut' || status === 'interrupted') return status;
  return (status === 'passed') === isKnownToFail ? 'failed' : 'passed';
}

const DEEPEST_STEP = 8;

function buildSteps(value: unknown, inRoot: (file: string) => string, depth: number): Step[] {
  if (depth > DEEPEST_STEP) return [];
  return toRecords(value).map((step) => {
    const inner = buildSteps(step['steps'], inRoot, depth + 1);
    const error = step['error'] === undefined ? undefined : toRecord(step['error']);
    return {
      title: toText(step['title']) ?? '',
      durationMs: toDurationMs(step['duration']),
      error: error && buildPlaywrightError(error, inRoot),
      steps: inner.length > 0 ? inner : undefined,
    };
  });
}

/** Joins pieces of text, or of bytes if the output is not UTF-8. */
function joinOutput(value: unknown): string | undefined {
  const text = toRecords(value)
    .map((piece) => toText(piece['text']) ?? decodeOutput(toText(piece['buffer'])))
    .join('');
  return text === '' ? undefined : text;
}

function decodeOutput(base64: string | undefined): string {
  const bytes = decodeBase64(base64);
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}

function collectAttachments(
  attempt: JsonRecord,
  result: IngestResult,
  index: number,
): ReportAttachment[] {
  return toRecords(attempt['attachments']).flatMap((attachment) => {
    const path = toText(attachment['path']);
    const bytes = path === undefined ? decodeBase64(toText(attachment['body'])) : undefined;
    const content = path !== undefined ? { path } : bytes && { bytes };
    if (content === undefined) return [];
    const name = toText(attachment['name']) ?? 'attachment';
    return [
      { result, attempt: index, name, contentType: toText(attachment['contentType']), content },
    ];
  });
}
