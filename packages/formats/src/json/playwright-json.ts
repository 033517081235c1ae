import { posixPath } from '@svc/contract/test-identity';
import type { BatchCollector } from '../report-batch.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import { epochMs } from '../timestamps.ts';
import {
  durationOf,
  numberOf,
  recordOf,
  recordsIn,
  textOf,
  type JsonRecord,
} from './json-fields.ts';
import type { MakeJsonReader } from './json-list.ts';
import { playwrightError } from './playwright-error.ts';
import { playwrightResult } from './playwright-result.ts';

/** The report of Playwright's `json` reporter, which has nearly everything that our own reporter sends. */
export const playwrightJson: MakeJsonReader = (into, sentPath) => {
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
      const config = recordOf(document['config']);
      rootFolder = posixPath(textOf(config['rootDir']) ?? '');
      const shard = recordOf(config['shard']);
      const [index, total] = [numberOf(shard['current']), numberOf(shard['total'])];
      into.tell({
        framework: 'playwright',
        frameworkVersion: textOf(config['version']),
        shard: index === undefined || total === undefined ? undefined : { index, total },
      });
    },
    entry: (suite) => readSuite(recordOf(suite), [], reading),
    tail: (document) => {
      const stats = recordOf(document['stats']);
      const outcomes = ['expected', 'unexpected', 'flaky', 'skipped'];
      const tests = outcomes.reduce((sum, outcome) => sum + (numberOf(stats[outcome]) ?? 0), 0);
      counts.declare({ tests, failures: numberOf(stats['unexpected']) });
      const startedAt = epochMs(textOf(stats['startTime']), 'utc');
      const durationMs = durationOf(stats['duration']);
      const errors = recordsIn(document['errors']).map((error) => playwrightError(error, inRoot));
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
  for (const spec of recordsIn(suite['specs'])) {
    for (const test of recordsIn(spec['tests'])) {
      reading.counts.listed++;
      const read = playwrightResult({ spec, test, outer, inRoot });
      into.add(read.result);
      for (const attachment of read.attachments) into.attach(attachment);
    }
  }
  for (const inner of recordsIn(suite['suites'])) {
    readSuite(inner, [...outer, textOf(inner['title']) ?? ''], reading);
  }
}
