import type {
  Annotation,
  IngestAttempt,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { parseOutcomeText } from '../text/outcome-words.ts';
import { stripEscapes } from '../text/plain-text.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { ReportAttachment } from '../report-batch.ts';
import { isTimeout, buildTextError } from '../text/text-error.ts';
import { toEpochMs } from '../timestamps.ts';
import { buildCtrfPlace } from './ctrf-place.ts';
import {
  toDurationMs,
  toNumber,
  toRecord,
  toRecords,
  toText,
  toTexts,
  type JsonRecord,
} from './json-fields.ts';
import type { MakeJsonReader } from './json-list.ts';

/**
 * The Common Test Report Format. The fields that identify a test differ between tools: see `ctrf-place.ts`.
 * @see https://ctrf.io
 */
export const makeCtrfReader: MakeJsonReader = (into, sentPath) => {
  let tool = '';
  const counts = new DeclaredCounts(into);
  const count = ({ tests, failed }: JsonRecord): void => {
    counts.declare({ tests: toNumber(tests), failures: toNumber(failed) });
  };
  return {
    listPath: ['results', 'tests'],
    head: (document) => {
      const results = toRecord(document['results']);
      const { name, version } = toRecord(results['tool']);
      tool = toText(name)?.toLowerCase() ?? '';
      const summary = toRecord(results['summary']);
      count(summary);
      const { start, stop } = summary;
      const startedAt = toEpochMs(start);
      const endedAt = toEpochMs(stop);
      const framework = toText(name);
      into.tell({ framework, frameworkVersion: toText(version), startedAt, endedAt });
    },
    entry: (value) => {
      const test = normaliseTest(toRecord(value));
      counts.listed++;
      const result = buildCtrfResult(test, tool, sentPath);
      into.add(result);
      for (const attachment of collectAttachments(test, result)) into.attach(attachment);
    },
    tail: (document) => {
      const { summary, tool: late } = toRecord(toRecord(document)['results']);
      count(toRecord(summary));
      const { start, stop } = toRecord(summary);
      const startedAt = toEpochMs(start);
      into.tell({ framework: toText(toRecord(late)['name']), startedAt, endedAt: toEpochMs(stop) });
    },
    end: () => counts.refuseMissing(),
  };
};

/**
 * The test or attempt with one of the statuses of the format. Reporters have further ones, such as `broken`, and write
 * `other` for what they do not know, with the tool's own word as `rawStatus`.
 */
function normaliseTest(test: JsonRecord): JsonRecord {
  const { status, rawStatus } = test;
  if (status === 'passed' || status === 'failed' || SKIPPED.has(status)) return test;
  const outcome = parseOutcomeText(status) ?? parseOutcomeText(rawStatus);
  if (outcome === 'timedOut') return { ...test, status: 'failed', rawStatus: 'timedOut' };
  return outcome === undefined ? test : { ...test, status: outcome };
}

const SKIPPED: ReadonlySet<unknown> = new Set(['skipped', 'pending']);

function buildCtrfResult(
  test: JsonRecord,
  tool: string,
  sentPath: (path: string) => string,
): IngestResult {
  const { file, titlePath, variant } = buildCtrfPlace(test, tool);
  const attempts = buildAttempts(test);
  const annotations = buildAnnotations(test);
  const tags = toTexts(test['tags']);
  return {
    titlePath,
    file: sentPath(file),
    // Vitest's reporter writes the line of the error, not of the test.
    line: tool === 'vitest' ? undefined : toNumber(test['line']),
    variant,
    status: deriveStatus(test, attempts),
    durationMs: toDurationMs(test['duration']),
    startedAt: startedAt(test),
    attempts: attempts.length > 0 ? attempts : undefined,
    tags: tags.length > 0 ? tags : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    owner: annotations.find(({ type }) => type === 'owner')?.description,
  };
}

/** Some reporters write whole seconds, which would make tests begin before their run. */
function startedAt(test: JsonRecord): string | undefined {
  const start = toNumber(test['start']);
  const at = start === undefined || start < FIRST_MS ? undefined : toEpochMs(start);
  return at === undefined ? undefined : new Date(at).toISOString();
}

const FIRST_MS = Date.UTC(2000, 0, 1);

function deriveStatus(test: JsonRecord, attempts: readonly IngestAttempt[]): ResultStatus {
  const { status } = test;
  if (status === 'passed') return 'passed';
  if (status === 'failed') return attempts.at(-1)?.status ?? 'failed';
  return isInterrupted(test) ? 'interrupted' : 'skipped';
}

function isInterrupted({ status, rawStatus }: JsonRecord): boolean {
  return status === 'interrupted' || parseOutcomeText(rawStatus) === 'interrupted';
}

function buildAnnotations(test: JsonRecord): Annotation[] {
  const reported = toRecords(toRecord(test['extra'])['annotations']).map(
    ({ type, description }) => ({
      type: toText(type) ?? '',
      description: toText(description),
    }),
  );
  const { status } = test;
  const ran = status === 'passed' || status === 'failed';
  if (ran || reported.some(({ type }) => SKIP_TYPES.has(type))) return reported;
  const type = test['rawStatus'] === 'todo' ? 'todo' : 'skip';
  return [{ type, description: toText(test['message']) }, ...reported];
}

const SKIP_TYPES = new Set(['skip', 'fixme', 'todo']);

function buildAttempts(test: JsonRecord): IngestAttempt[] {
  const { status } = test;
  if (status !== 'passed' && status !== 'failed') return [];
  const reported = pickEarlierAttempts(test).map(buildAttempt);
  // Some reporters only write the number of retries.
  const unreported = Math.min(
    Math.max(0, (toNumber(test['retries']) ?? 0) - reported.length),
    MOST_UNREPORTED,
  );
  const isCertain = reported.length === 0 && (test['flaky'] === true || status === 'failed');
  const before: IngestAttempt[] = isCertain
    ? Array.from({ length: unreported }, () => ({ status: 'failed', durationMs: 0 }))
    : reported;
  const last = buildAttempt(test);
  const saysAll = before.length === 0 && last.status === 'passed' && !last.stdout && !last.stderr;
  return saysAll ? [] : [...before, last];
}

/**
 * The attempts before the last one, which the test itself describes. Playwright's reporter lists these in
 * `retryAttempts`; the specification's own examples list the last attempt too.
 */
function pickEarlierAttempts(test: JsonRecord): JsonRecord[] {
  const all = toRecords(test['retryAttempts']).map(normaliseTest);
  const isWhole = all.length === (toNumber(test['retries']) ?? 0) + 1;
  return isWhole && all.at(-1)?.['status'] === test['status'] ? all.slice(0, -1) : all;
}

const MOST_UNREPORTED = 100;

function buildAttempt(attempt: JsonRecord): IngestAttempt {
  const errors = attempt['status'] === 'failed' ? [buildError(attempt)] : undefined;
  const isTimedOut =
    parseOutcomeText(attempt['rawStatus']) === 'timedOut' || errors?.some(isTimeout) === true;
  const other = deriveStatus(attempt, []);
  return {
    status: errors === undefined ? other : isTimedOut ? 'timedOut' : 'failed',
    durationMs: toDurationMs(attempt['duration']),
    errors,
    stdout: joinOutput(attempt['stdout']),
    stderr: joinOutput(attempt['stderr']),
  };
}

function buildError(attempt: JsonRecord): TestError {
  const error = buildTextError({
    message: toText(attempt['message']),
    text: toText(attempt['trace']),
  });
  const snippet = toText(attempt['snippet']);
  return snippet === undefined ? error : { ...error, snippet: stripEscapes(snippet) };
}

function joinOutput(value: unknown): string | undefined {
  const text = toTexts(value).join('');
  return text === '' ? undefined : text;
}

function collectAttachments(test: JsonRecord, result: IngestResult): ReportAttachment[] {
  return toRecords(test['attachments']).flatMap(({ name, contentType, path }) => {
    const place = toText(path);
    if (place === undefined) return [];
    const attempt = result.attempts?.length;
    const content = { path: place };
    return [
      { result, attempt, name: toText(name) ?? place, contentType: toText(contentType), content },
    ];
  });
}
