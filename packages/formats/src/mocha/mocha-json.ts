import type { IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import { durationOf, numberOf, recordOf, textOf, type JsonRecord } from '../json/json-fields.ts';
import type { MakeJsonReader } from '../json/json-list.ts';
import { DeclaredCounts } from '../declared-counts.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text-error.ts';
import { epochMs } from '../timestamps.ts';
import { isMochaHook, mochaError } from './mocha-error.ts';

/**
 * The report of Mocha's `json` reporter. Its list of all tests says neither which were pending nor which hooks failed,
 * so the lists by outcome are read. It has the number of retries, but not their errors.
 */
export const mochaJson: MakeJsonReader = (into, sentPath) => {
  const counts = new DeclaredCounts(into);
  const tellStats = ({ stats }: JsonRecord): void => {
    const { tests, failures, start, end, duration } = recordOf(stats);
    counts.declare({ tests: numberOf(tests), failures: numberOf(failures) });
    into.tell({
      startedAt: epochMs(textOf(start), 'utc'),
      endedAt: epochMs(textOf(end), 'utc'),
      durationMs: numberOf(duration),
      status: (numberOf(failures) ?? 0) > 0 ? 'failed' : undefined,
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
      const test = recordOf(value);
      const file = sentPath(textOf(test['file']) ?? 'unknown');
      if (isMochaHook(textOf(test['title']) ?? '')) {
        const error = mochaError(recordOf(test['err']), sentPath);
        into.addFile({ file, durationMs: durationOf(test['duration']), errors: [error] });
      } else into.add(mochaResult(test, { file, list, sentPath }));
    },
    tail: tellStats,
    end: () => counts.refuseMissing(),
  };
};

function mochaResult(
  test: JsonRecord,
  { file, list, sentPath }: { file: string; list: string; sentPath: SentPath },
): IngestResult {
  const durationMs = durationOf(test['duration']);
  const base = { file, titlePath: titlePathOf(test), durationMs };
  if (list === 'pending') return { ...base, status: 'skipped', annotations: [{ type: 'skip' }] };
  const retries = Math.min(Math.max(0, numberOf(test['currentRetry']) ?? 0), MOST_RETRIES);
  const earlier = Array.from({ length: retries }, (): IngestAttempt => {
    return { status: 'failed', durationMs: 0 };
  });
  if (list === 'passes') {
    const attempts: IngestAttempt[] = [...earlier, { status: 'passed', durationMs }];
    return { ...base, status: 'passed', attempts: retries > 0 ? attempts : undefined };
  }
  const errors = [mochaError(recordOf(test['err']), sentPath)];
  const status = errors.some(isTimeout) ? 'timedOut' : 'failed';
  return { ...base, status, attempts: [...earlier, { status, durationMs, errors }] };
}

const MOST_RETRIES = 100;

/** As in Mocha's `xunit` report: the titles of all suites are one text. */
function titlePathOf(test: JsonRecord): string[] {
  const title = textOf(test['title']) ?? '(no name)';
  const full = textOf(test['fullTitle']) ?? title;
  if (full === title) return [title];
  return full.endsWith(` ${title}`) ? [full.slice(0, -title.length - 1), title] : [full, title];
}
