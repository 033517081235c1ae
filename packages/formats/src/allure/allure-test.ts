import type {
  Annotation,
  IngestAttempt,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import { joinAttached } from '../joined-attempts.ts';
import { toRecord, toRecords, toText, type JsonRecord } from '../json/json-fields.ts';
import type { BatchCollector, ReportAttachment } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text/text-error.ts';
import { toEpochMs } from '../timestamps.ts';
import type { AllureFixtures, AroundTest } from './allure-fixtures.ts';
import { computeAllureDuration, type AllureEntry, type AllureIndex } from './allure-index.ts';
import { collectAllureLabels, buildAllurePlace } from './allure-place.ts';
import {
  collectAllureAttachments,
  buildAllureError,
  buildAllureStep,
  hasFailed,
  MOST_STEPS,
} from './allure-step.ts';
import type { AllureFile } from './json-of-file.ts';

export interface AllureReading {
  into: BatchCollector;
  sentPath: SentPath;
  read: (file: AllureFile) => Promise<JsonRecord | undefined>;
  index: AllureIndex;
  fixtures: AllureFixtures;
}

interface ReadResult {
  result: IngestResult;
  attachments: ReportAttachment[];
}

/** Adds one test, from its files in the order of their start, with failed tear-downs as errors of its file. */
export async function addAllureTest(
  entries: readonly AllureEntry[],
  reading: AllureReading,
): Promise<void> {
  const { into, sentPath, fixtures } = reading;
  const all: ReadResult[] = [];
  for (const { file, uuid } of entries) {
    const record = await reading.read(file);
    if (record === undefined) continue;
    const read = buildAllureResult(record, await fixtures.around(uuid), reading);
    all.push(read);
    for (const after of await fixtures.readFailuresAfter(uuid)) {
      const errors = [buildAllureError(after, sentPath)];
      into.addFile({ file: read.result.file, durationMs: computeAllureDuration(after), errors });
    }
  }
  for (const { result, attachments } of withAttempts(all)) {
    into.add(result);
    for (const attachment of attachments) into.attach(attachment);
  }
}

/** One result with all attempts: the latest one counts, as in Allure. A skipped one must not hide others. */
function withAttempts(all: readonly ReadResult[]): readonly ReadResult[] {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return all;
  if (all.some(({ result }) => result.status === 'skipped')) return all;
  return [joinAttached([first, ...others])];
}

function buildAllureResult(
  record: JsonRecord,
  { befores, afters }: AroundTest,
  { sentPath, index }: AllureReading,
): ReadResult {
  const place = buildAllurePlace(record);
  const labels = toRecords(record['labels']);
  const errors = hasFailed(record) ? [buildAllureError(record, sentPath)] : undefined;
  const status = deriveStatus(record, errors?.some(isTimeout) === true);
  const durationMs = computeAllureDuration(record);
  const at = toEpochMs(record['start']);
  const startedAt = at === undefined ? undefined : new Date(at).toISOString();
  const steps = [
    ...befores.map((step) => buildAllureStep(step, sentPath, { category: 'hook' })),
    ...toRecords(record['steps']).map((step) => buildAllureStep(step, sentPath)),
    ...afters.map((step) => buildAllureStep(step, sentPath, { category: 'hook' })),
  ].slice(0, MOST_STEPS);
  const isPlain = status === 'skipped' || (status === 'passed' && steps.length === 0);
  const attempt: IngestAttempt = {
    status,
    durationMs,
    startedAt,
    errors,
    steps: steps.length > 0 ? steps : undefined,
  };
  const tags = collectLabelValues(labels, 'tag');
  const annotations = buildAnnotations(record, status);
  const titlePath = index.isShared(record)
    ? withParameters(place.titlePath, record)
    : place.titlePath;
  const result: IngestResult = {
    ...place,
    file: sentPath(place.file),
    titlePath,
    status,
    durationMs,
    startedAt,
    attempts: isPlain ? undefined : [attempt],
    tags: tags.length > 0 ? tags : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    owner: collectAllureLabels(record).get('owner'),
  };
  const attachments = [...befores, record, ...afters]
    .flatMap((one) => collectAllureAttachments(one))
    .map((attachment) => ({ ...attachment, result, attempt: isPlain ? undefined : 1 }));
  return { result, attachments };
}

/** `unknown` is a test that was begun and not ended. */
function deriveStatus(record: JsonRecord, isTimedOut: boolean): ResultStatus {
  if (hasFailed(record)) return isTimedOut ? 'timedOut' : 'failed';
  const { status } = record;
  return status === 'passed' || status === 'skipped' ? status : 'interrupted';
}

function buildAnnotations(record: JsonRecord, status: ResultStatus): Annotation[] {
  const { flaky, known, muted, message } = toRecord(record['statusDetails']);
  const reason = toText(message);
  const marks = Object.entries({ flaky, known, muted }).filter(([, isSet]) => isSet === true);
  const links = toRecords(record['links']).flatMap(({ type, name, url }): Annotation[] => {
    const description = toText(url) ?? toText(name);
    return description === undefined ? [] : [{ type: toText(type) ?? 'link', description }];
  });
  return [
    ...(status === 'skipped'
      ? [reason === undefined ? { type: 'skip' } : { type: 'skip', description: reason }]
      : []),
    ...marks.map(([type]) => ({ type })),
    ...links,
  ].slice(0, MOST_ANNOTATIONS);
}

const MOST_ANNOTATIONS = 1_000;

function collectLabelValues(labels: readonly JsonRecord[], wanted: string): string[] {
  const values = labels.filter(({ name }) => name === wanted).map(({ value }) => toText(value));
  return [...new Set(values.flatMap((value) => value ?? []))];
}

/** `adds up [price=2.5, name=tea]`, if another test has the same name. Excluded parameters differ in every run. */
function withParameters(titlePath: readonly string[], record: JsonRecord): string[] {
  const parameters = toRecords(record['parameters'])
    .filter(({ excluded }) => excluded !== true)
    .map(({ name, value }) => `${toText(name) ?? ''}=${toText(value) ?? ''}`);
  if (parameters.length === 0) return [...titlePath];
  return [...titlePath.slice(0, -1), `${titlePath.at(-1)} [${parameters.join(', ')}]`];
}
