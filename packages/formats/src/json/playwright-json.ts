import { toPosixPath } from '@svc/contract/zod-free/test-identity';
import type { BatchCollector } from '../report-batch.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import { parseEpochMs } from '../timestamps.ts';
import {
  toDurationMs,
  toNumber,
  toRecord,
  toRecords,
  toText,
  type JsonRecord,
} from './json-fields.ts';
import type { MakeJsonReader } from './json-list.ts';
import { buildPlaywrightError } from './playwright-error.ts';
import { buildPlaywrightResult } from './playwright-result.ts';

/** The report of Playwright's `json` reporter, which has nearly everything that our own reporter sends. */
export const makePlaywrightReader: MakeJsonReader = (into, sentPath) => {
  let rootFolder = '';
  const counts = new DeclaredCounts(into);
  const inRoot = (file: string): string => {
    const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(file);
    return sentPath(isAbsolute || rootFolder === '' ? file : `${rootFolder}/${file}`);
  };
  const reading: Reading = { into, inRoot, counts };
  return {
    listPath: ['suites'],
    head: (document) => {
      const config = toRecord(document['config']);
      rootFolder = toPosixPath(toText(config['rootDir']) ?? '');
      const shard = toRecord(config['shard']);
      const [index, total] = [toNumber(shard['current']), toNumber(shard['total'])];
      into.tell({
        framework: 'playwright',
        frameworkVersion: toText(config['version']),
        shard: index === undefined || total === undefined ? undefined : { index, total },
      });
    },
    entry: (suite) => readSuite(toRecord(suite), [], reading),
    tail: (document) => {
      const stats = toRecord(document['stats']);
      const outcomes = ['expected', 'unexpected', 'flaky', 'skipped'];
      const tests = outcomes.reduce((sum, outcome) => sum + (toNumber(stats[outcome]) ?? 0), 0);
      counts.declare({ tests, failures: toNumber(stats['unexpected']) });
      const startedAt = parseEpochMs(toText(stats['startTime']), 'utc');
      const durationMs = toDurationMs(stats['duration']);
      const errors = toRecords(document['errors']).map((error) =>
        buildPlaywrightError(error, inRoot),
      );
      into.tell({
        startedAt,
        endedAt: startedAt === undefined ? undefined : startedAt + durationMs,
        durationMs,
        errors: errors.length > 0 ? errors : undefined,
      });
    },
    end: () => counts.refuseMissing(),
  };
};

interface Reading {
  into: BatchCollector;
  inRoot: (file: string) => string;
  counts: DeclaredCounts;
}

// JSON may be nested to any depth, and this function is recursive.
const DEEPEST = 200;

/** The outermost suite is the file, and not part of the tests' titles. */
function readSuite(suite: JsonRecord, outer: readonly string[], reading: Reading): void {
  const { into, inRoot } = reading;
  if (outer.length > DEEPEST) return;
  for (const spec of toRecords(suite['specs'])) {
    for (const test of toRecords(spec['tests'])) {
      reading.counts.listed++;
      const read = buildPlaywrightResult({ spec, test, outer, inRoot });
      into.add(read.result);
      for (const attachment of read.attachments) into.attach(attachment);
    }
  }
  for (const inner of toRecords(suite['suites'])) {
    readSuite(inner, [...outer, toText(inner['title']) ?? ''], reading);
  }
}
