import type {
  Annotation,
  IngestAttempt,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { outcomeOfText } from '../outcome-words.ts';
import { plainText } from '../plain-text.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { ReportAttachment } from '../report-batch.ts';
import { isTimeout, textError } from '../text-error.ts';
import { epochMsOf } from '../timestamps.ts';
import { ctrfPlace } from './ctrf-place.ts';
import {
  durationOf,
  numberOf,
  recordOf,
  recordsIn,
  textOf,
  textsIn,
  type JsonRecord,
} from './json-fields.ts';
import type { MakeJsonReader } from './json-list.ts';

/**
 * The Common Test Report Format. The fields that identify a test differ between tools: see `ctrf-place.ts`.
 * @see https://ctrf.io
 */
export const ctrf: MakeJsonReader = (into, sentPath) => {
  let tool = '';
  const counts = new DeclaredCounts(into);
  const count = ({ tests, failed }: JsonRecord): void => {
    counts.declare({ tests: numberOf(tests), failures: numberOf(failed) });
  };
  return {
    listPath: ['results', 'tests'],
    head: (document) => {
      const results = recordOf(document['results']);
      const { name, version } = recordOf(results['tool']);
      tool = textOf(name)?.toLowerCase() ?? '';
      const summary = recordOf(results['summary']);
      count(summary);
      const { start, stop } = summary;
      const startedAt = epochMsOf(start);
      const endedAt = epochMsOf(stop);
      const framework = textOf(name);
      into.tell({ framework, frameworkVersion: textOf(version), startedAt, endedAt });
    },
    entry: (value) => {
      const test = meantTest(recordOf(value));
      counts.listed++;
      const result = ctrfResult(test, tool, sentPath);
      into.add(result);
      for (const attachment of attachmentsOf(test, result)) into.attach(attachment);
    },
    tail: (document) => {
      const { summary, tool: late } = recordOf(recordOf(document)['results']);
      count(recordOf(summary));
      const { start, stop } = recordOf(summary);
      const startedAt = epochMsOf(start);
      into.tell({ framework: textOf(recordOf(late)['name']), startedAt, endedAt: epochMsOf(stop) });
    },
    end: () => counts.refuseMissing(),
  };
};

/**
 * The test or attempt with one of the statuses of the format. Reporters have further ones, such as `broken`, and write
 * `other` for what they do not know, with the tool's own word as `rawStatus`.
 */
function meantTest(test: JsonRecord): JsonRecord {
  const { status, rawStatus } = test;
  if (status === 'passed' || status === 'failed' || SKIPPED.has(status)) return test;
  const outcome = outcomeOfText(status) ?? outcomeOfText(rawStatus);
  if (outcome === 'timedOut') return { ...test, status: 'failed', rawStatus: 'timedOut' };
  return outcome === undefined ? test : { ...test, status: outcome };
}

const SKIPPED: ReadonlySet<unknown> = new Set(['skipped', 'pending']);

function ctrfResult(
  test: JsonRecord,
  tool: string,
  sentPath: (path: string) => string,
): IngestResult {
  const { file, titlePath, variant } = ctrfPlace(test, tool);
  const attempts = attemptsOf(test);
  const annotations = annotationsOf(test);
  const tags = textsIn(test['tags']);
  return {
    titlePath,
    file: sentPath(file),
    // Vitest's reporter writes the line of the error, not of the test.
    line: tool === 'vitest' ? undefined : numberOf(test['line']),
    variant,
    status: statusOf(test, attempts),
    durationMs: durationOf(test['duration']),
    startedAt: startedAt(test),
    attempts: attempts.length > 0 ? attempts : undefined,
    tags: tags.length > 0 ? tags : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    owner: annotations.find(({ type }) => type === 'owner')?.description,
  };
}

/** Some reporters write whole seconds, which would make tests begin before their run. */
function startedAt(test: JsonRecord): string | undefined {
  const start = numberOf(test['start']);
  const at = start === undefined || start < FIRST_MS ? undefined : epochMsOf(start);
  return at === undefined ? undefined : new Date(at).toISOString();
}

const FIRST_MS = Date.UTC(2000, 0, 1);

function statusOf(test: JsonRecord, attempts: readonly IngestAttempt[]): ResultStatus {
  const { status } = test;
  if (status === 'passed') return 'passed';
  if (status === 'failed') return attempts.at(-1)?.status ?? 'failed';
  return isInterrupted(test) ? 'interrupted' : 'skipped';
}

function isInterrupted({ status, rawStatus }: JsonRecord): boolean {
  return status === 'interrupted' || outcomeOfText(rawStatus) === 'interrupted';
}

function annotationsOf(test: JsonRecord): Annotation[] {
  const reported = recordsIn(recordOf(test['extra'])['annotations']).map(
    ({ type, description }) => ({
      type: textOf(type) ?? '',
      description: textOf(description),
    }),
  );
  const { status } = test;
  const ran = status === 'passed' || status === 'failed';
  if (ran || reported.some(({ type }) => SKIP_TYPES.has(type))) return reported;
  const type = test['rawStatus'] === 'todo' ? 'todo' : 'skip';
  return [{ type, description: textOf(test['message']) }, ...reported];
}

const SKIP_TYPES = new Set(['skip', 'fixme', 'todo']);

function attemptsOf(test: JsonRecord): IngestAttempt[] {
  const { status } = test;
  if (status !== 'passed' && status !== 'failed') return [];
  const reported = earlierAttempts(test).map(attemptOf);
  // Some reporters only write the number of retries.
  const unreported = Math.min(
    Math.max(0, (numberOf(test['retries']) ?? 0) - reported.length),
    MOST_UNREPORTED,
  );
  const isCertain = reported.length === 0 && (test['flaky'] === true || status === 'failed');
  const before: IngestAttempt[] = isCertain
    ? Array.from({ length: unreported }, () => ({ status: 'failed', durationMs: 0 }))
    : reported;
  const last = attemptOf(test);
  const saysAll = before.length === 0 && last.status === 'passed' && !last.stdout && !last.stderr;
  return saysAll ? [] : [...before, last];
}

/**
 * The attempts before the last one, which the test itself describes. Playwright's reporter lists these in
 * `retryAttempts`; the specification's own examples list the last attempt too.
 */
function earlierAttempts(test: JsonRecord): JsonRecord[] {
  const all = recordsIn(test['retryAttempts']).map(meantTest);
  const isWhole = all.length === (numberOf(test['retries']) ?? 0) + 1;
  return isWhole && all.at(-1)?.['status'] === test['status'] ? all.slice(0, -1) : all;
}

const MOST_UNREPORTED = 100;

function attemptOf(attempt: JsonRecord): IngestAttempt {
  const errors = attempt['status'] === 'failed' ? [errorOf(attempt)] : undefined;
  const isTimedOut =
    outcomeOfText(attempt['rawStatus']) === 'timedOut' || errors?.some(isTimeout) === true;
  const other = statusOf(attempt, []);
  return {
    status: errors === undefined ? other : isTimedOut ? 'timedOut' : 'failed',
    durationMs: durationOf(attempt['duration']),
    errors,
    stdout: outputOf(attempt['stdout']),
    stderr: outputOf(attempt['stderr']),
  };
}

function errorOf(attempt: JsonRecord): TestError {
  const error = textError({ message: textOf(attempt['message']), text: textOf(attempt['trace']) });
  const snippet = textOf(attempt['snippet']);
  return snippet === undefined ? error : { ...error, snippet: plainText(snippet) };
}

function outputOf(value: unknown): string | undefined {
  const text = textsIn(value).join('');
  return text === '' ? undefined : text;
}

function attachmentsOf(test: JsonRecord, result: IngestResult): ReportAttachment[] {
  return recordsIn(test['attachments']).flatMap(({ name, contentType, path }) => {
    const place = textOf(path);
    if (place === undefined) return [];
    const attempt = result.attempts?.length;
    const content = { path: place };
    return [
      { result, attempt, name: textOf(name) ?? place, contentType: textOf(contentType), content },
    ];
  });
}
