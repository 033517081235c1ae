import type { IngestResult } from '@svc/contract/executions/ingest';
import {
  toDurationMs,
  toNumber,
  toRecord,
  toRecords,
  toText,
  type JsonRecord,
} from '../json/json-fields.ts';
import type { MakeJsonReader } from '../json/json-list.ts';
import type { BatchCollector } from '../report-batch.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text/text-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import { buildMochaError } from './mocha-error.ts';
import { collectContextAttachments } from './test-context.ts';

/** The report of mochawesome, for Mocha and Cypress. It has no retries. */
export const makeMochawesomeReader: MakeJsonReader = (into, sentPath) => {
  const counts = new DeclaredCounts(into);
  const reading: Reading = { into, sentPath, counts, firstFile: undefined };
  const tellStats = ({ stats }: JsonRecord): void => {
    const { tests, testsRegistered, failures, other, start, end, duration } = toRecord(stats);
    const declared = toNumber(tests) ?? toNumber(testsRegistered);
    counts.declare({ tests: declared, failures: toNumber(failures) });
    const isFailed = (toNumber(failures) ?? 0) + (toNumber(other) ?? 0) > 0;
    into.tell({
      startedAt: parseEpochMs(toText(start), 'utc'),
      endedAt: parseEpochMs(toText(end), 'utc'),
      durationMs: toNumber(duration),
      status: isFailed ? 'failed' : undefined,
    });
  };
  return {
    listPath: ['results'],
    // One entry has the suites of all files, except with Cypress.
    innerList: 'suites',
    head: (document) => {
      into.tell({ framework: 'mocha' });
      tellStats(document);
    },
    innerEntry: (suite, before) => {
      const inner = toRecord(suite);
      reading.firstFile ??= findFile(inner);
      readSuite(inner, buildInnerPlace(before, { ...OUTSIDE, depth: 1 }), reading);
    },
    entry: (suite) => {
      readSuite(toRecord(suite), OUTSIDE, reading);
      reading.firstFile = undefined;
    },
    tail: tellStats,
    end: () => counts.refuseMissing(),
  };
};

interface Reading {
  into: BatchCollector;
  sentPath: SentPath;
  counts: DeclaredCounts;
  /** The file of the first inner suite that is read before the suite around it. */
  firstFile: string | undefined;
}

interface Around {
  titles: readonly string[];
  file: string | undefined;
  /** How many suites are around it. Some have no title. */
  depth: number;
}

const OUTSIDE: Around = { titles: [], file: undefined, depth: 0 };

// JSON may be nested to any depth, and this function is recursive.
const DEEPEST = 100;

function readSuite(suite: JsonRecord, around: Around, reading: Reading): void {
  const { titles, file, depth } = buildInnerPlace(suite, around);
  const { into, sentPath } = reading;
  for (const hook of ['beforeHooks', 'afterHooks'].flatMap((name) => toRecords(suite[name]))) {
    if (hook['fail'] !== true && hook['state'] !== 'failed') continue;
    reading.counts.listed++;
    const error = buildMochaError(toRecord(hook['err']), sentPath);
    const place = sentPath(file ?? findFileInside(suite) ?? reading.firstFile ?? 'unknown');
    into.addFile({ file: place, durationMs: 0, errors: [error] });
  }
  for (const test of toRecords(suite['tests'])) {
    reading.counts.listed++;
    const result = buildTestResult(test, { titles, file: sentPath(file ?? 'unknown') }, sentPath);
    into.add(result);
    for (const attachment of collectContextAttachments(test['context'])) {
      const attempt = result.attempts === undefined ? undefined : 1;
      into.attach({ ...attachment, result, attempt });
    }
  }
  if (depth >= DEEPEST) return;
  for (const inner of toRecords(suite['suites'])) {
    readSuite(inner, { titles, file, depth: depth + 1 }, reading);
  }
}

function buildInnerPlace(suite: JsonRecord, around: Around): Around {
  const title = toText(suite['title']);
  const titles = title === undefined ? around.titles : [...around.titles, title];
  return { titles, file: findFile(suite) ?? around.file, depth: around.depth };
}

function findFile(suite: JsonRecord): string | undefined {
  return toText(suite['fullFile']) ?? toText(suite['file']);
}

/** The root suite has no file: its hooks belong to the file of its first suite. */
function findFileInside(suite: JsonRecord): string | undefined {
  const [first = {}] = toRecords(suite['suites']);
  return findFile(first);
}

function buildTestResult(
  test: JsonRecord,
  { titles, file }: { titles: readonly string[]; file: string },
  sentPath: SentPath,
): IngestResult {
  const durationMs = toDurationMs(test['duration']);
  const titlePath = [...titles, toText(test['title']) ?? '(no name)'];
  const base = { file, titlePath, durationMs };
  if (test['state'] === 'passed' || test['pass'] === true) return { ...base, status: 'passed' };
  if (test['state'] !== 'failed' && test['fail'] !== true) {
    // A failed hook skips the tests behind it.
    const type = test['skipped'] === true ? 'did-not-run' : 'skip';
    return { ...base, status: 'skipped', annotations: [{ type }] };
  }
  const errors = [buildMochaError(toRecord(test['err']), sentPath)];
  const status = errors.some(isTimeout) ? 'timedOut' : 'failed';
  return { ...base, status, attempts: [{ status, durationMs, errors }] };
}
