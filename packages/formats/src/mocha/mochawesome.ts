import type { IngestResult } from '@svc/contract/executions/ingest';
import {
  durationOf,
  numberOf,
  recordOf,
  recordsIn,
  textOf,
  type JsonRecord,
} from '../json/json-fields.ts';
import type { MakeJsonReader } from '../json/json-list.ts';
import type { BatchCollector } from '../report-batch.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text-error.ts';
import { epochMs } from '../timestamps.ts';
import { mochaError } from './mocha-error.ts';
import { contextAttachments } from './test-context.ts';

/** The report of mochawesome, for Mocha and Cypress. It has no retries. */
export const mochawesome: MakeJsonReader = (into, sentPath) => {
  const counts = new DeclaredCounts(into);
  const reading: Reading = { into, sentPath, counts, firstFile: undefined };
  const tellStats = ({ stats }: JsonRecord): void => {
    const { tests, testsRegistered, failures, other, start, end, duration } = recordOf(stats);
    const declared = numberOf(tests) ?? numberOf(testsRegistered);
    counts.declare({ tests: declared, failures: numberOf(failures) });
    const isFailed = (numberOf(failures) ?? 0) + (numberOf(other) ?? 0) > 0;
    into.tell({
      startedAt: epochMs(textOf(start), 'utc'),
      endedAt: epochMs(textOf(end), 'utc'),
      durationMs: numberOf(duration),
      status: isFailed ? 'failed' : undefined,
    });
  };
  return {
    listPath: ['results'],
    // Without Cypress, one entry has the suites of all files.
    innerList: 'suites',
    head: (document) => {
      into.tell({ framework: 'mocha' });
      tellStats(document);
    },
    innerEntry: (suite, before) => {
      const inner = recordOf(suite);
      reading.firstFile ??= fileOf(inner);
      readSuite(inner, placeIn(before, { ...OUTSIDE, depth: 1 }), reading);
    },
    entry: (suite) => {
      readSuite(recordOf(suite), OUTSIDE, reading);
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
  /** How many suites are around it. Not each has a title. */
  depth: number;
}

const OUTSIDE: Around = { titles: [], file: undefined, depth: 0 };

// JSON may be nested to any depth, and this function is recursive.
const DEEPEST = 100;

function readSuite(suite: JsonRecord, around: Around, reading: Reading): void {
  const { titles, file, depth } = placeIn(suite, around);
  const { into, sentPath } = reading;
  for (const hook of ['beforeHooks', 'afterHooks'].flatMap((name) => recordsIn(suite[name]))) {
    if (hook['fail'] !== true && hook['state'] !== 'failed') continue;
    reading.counts.listed++;
    const error = mochaError(recordOf(hook['err']), sentPath);
    const place = sentPath(file ?? fileInside(suite) ?? reading.firstFile ?? 'unknown');
    into.addFile({ file: place, durationMs: 0, errors: [error] });
  }
  for (const test of recordsIn(suite['tests'])) {
    reading.counts.listed++;
    const result = testResult(test, { titles, file: sentPath(file ?? 'unknown') }, sentPath);
    into.add(result);
    for (const attachment of contextAttachments(test['context'])) {
      const attempt = result.attempts === undefined ? undefined : 1;
      into.attach({ ...attachment, result, attempt });
    }
  }
  if (depth >= DEEPEST) return;
  for (const inner of recordsIn(suite['suites'])) {
    readSuite(inner, { titles, file, depth: depth + 1 }, reading);
  }
}

function placeIn(suite: JsonRecord, around: Around): Around {
  const title = textOf(suite['title']);
  const titles = title === undefined ? around.titles : [...around.titles, title];
  return { titles, file: fileOf(suite) ?? around.file, depth: around.depth };
}

function fileOf(suite: JsonRecord): string | undefined {
  return textOf(suite['fullFile']) ?? textOf(suite['file']);
}

/** The root suite has no file: its hooks belong to the file of its first suite. */
function fileInside(suite: JsonRecord): string | undefined {
  const [first = {}] = recordsIn(suite['suites']);
  return fileOf(first);
}

function testResult(
  test: JsonRecord,
  { titles, file }: { titles: readonly string[]; file: string },
  sentPath: SentPath,
): IngestResult {
  const durationMs = durationOf(test['duration']);
  const titlePath = [...titles, textOf(test['title']) ?? '(no name)'];
  const base = { file, titlePath, durationMs };
  if (test['state'] === 'passed' || test['pass'] === true) return { ...base, status: 'passed' };
  if (test['state'] !== 'failed' && test['fail'] !== true) {
    // A failed hook skips the tests behind it.
    const type = test['skipped'] === true ? 'did-not-run' : 'skip';
    return { ...base, status: 'skipped', annotations: [{ type }] };
  }
  const errors = [mochaError(recordOf(test['err']), sentPath)];
  const status = errors.some(isTimeout) ? 'timedOut' : 'failed';
  return { ...base, status, attempts: [{ status, durationMs, errors }] };
}
