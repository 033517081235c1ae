import type { IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import { toDurationMs, toNumber, toRecord, toText, type JsonRecord } from '../json/json-fields.ts';
import type { MakeJsonReader } from '../json/json-list.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text/text-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import { isMochaHook, buildMochaError } from './mocha-error.ts';

/**
 * The report of Mocha's `json` reporter. Its list of all tests shows neither pending tests nor failed hooks, so the
 * lists by outcome are read. It has the number of retries, but not their errors.
 */
export const makeMochaReader: MakeJsonReader = (into, sentPath) => {
  const counts = new DeclaredCounts(into);
  const tellStats = ({ stats }: JsonRecord): void => {
    const { tests, failures, start, end, duration } = toRecord(stats);
    counts.declare({ tests: toNumber(tests), failures: toNumber(failures) });
    into.tell({
      startedAt: parseEpochMs(toText(start), 'utc'),
      endedAt: parseEpochMs(toText(end), 'utc'),
      durationMs: toNumber(duration),
      status: (toNumber(failures) ?? 0) > 0 ? 'failed' : undefined,
    });
  };
  return {
    listPath: ['tests'],
    otherLists: ['pending', 'failures', 'passes'],
    head: (document) => {
      into.tell({ framework: 'mocha' });
      tellStats(document);
    },
    entry: (value, list) => {
      if (list === 'tests') return;
      counts.listed++;
      const test = toRecord(value);
      const file = sentPath(toText(test['file']) ?? 'unknown');
      if (isMochaHook(toText(test['title']) ?? '')) {
        const error = buildMochaError(toRecord(test['err']), sentPath);
        into.addFile({ file, durationMs: toDurationMs(test['duration']), errors: [error] });
      } else into.add(buildMochaResult(test, { file, list, sentPath }));
    },
    tail: tellStats,
    end: () => counts.refuseMissing(),
  };
};

function buildMochaResult(
  test: JsonRecord,
  { file, list, sentPath }: { file: string; list: string; sentPath: SentPath },
): IngestResult {
  const durationMs = toDurationMs(test['duration']);
  const base = { file, titlePath: buildTitlePath(test), durationMs };
  if (list === 'pending') return { ...base, status: 'skipped', annotations: [{ type: 'skip' }] };
  const retries = Math.min(Math.max(0, toNumber(test['currentRetry']) ?? 0), MOST_RETRIES);
  const earlier = Array.from({ length: retries }, (): IngestAttempt => {
    return { status: 'failed', durationMs: 0 };
  });
  if (list === 'passes') {
    const attempts: IngestAttempt[] = [...earlier, { status: 'passed', durationMs }];
    return { ...base, status: 'passed', attempts: retries > 0 ? attempts : undefined };
  }
  const errors = [buildMochaError(toRecord(test['err']), sentPath)];
  const status = errors.some(isTimeout) ? 'timedOut' : 'failed';
  return { ...base, status, attempts: [...earlier, { status, durationMs, errors }] };
}

const MOST_RETRIES = 100;

/** The titles of all suites are one text, as in Mocha's `xunit` report. */
function buildTitlePath(test: JsonRecord): string[] {
  const title = toText(test['title']) ?? '(no name)';
  const full = toText(test['fullTitle']) ?? title;
  if (full === title) return [title];
  return full.endsWith(` ${title}`) ? [full.slice(0, -title.length - 1), title] : [full, title];
}
