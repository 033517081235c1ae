import type { IngestResult } from '@svc/contract/executions/ingest';
import { expect, it } from 'vitest';
import { computeExecutionTimes } from './execution-times.ts';
import { extendSpan } from './time-span.ts';
import type { ReadReport } from './read-reports.ts';
import { buildZeroCounts } from './result-counts.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Minutes after ten o'clock, in epoch ms. */
const at = (minutes: number) => Date.parse('2026-11-20T10:00:00Z') + minutes * 60_000;
const minutes = (count: number) => count * 60_000;

function report(
  facts: ReadReport['facts'] & {
    tests?: ReadReport['tests'];
    writtenAt?: number;
    statedAt?: number;
  },
): ReadReport {
  const { tests, writtenAt = at(0), statedAt, ...run } = facts;
  return {
    file: {
      path: '/a.xml',
      contents: ['/a.xml'],
      folder: '/',
      shown: 'a.xml',
      format: 'junit',
      sizeBytes: 1,
      modifiedAt: new Date(writtenAt),
      statedAt,
    },
    counts: buildZeroCounts(),
    facts: run,
    tests,
    hasFileErrors: false,
    problem: undefined,
    rootHint: undefined,
    example: undefined,
  };
}

it.each<{ why: string; reports: ReadReport[]; isRead?: boolean; start: number; length: number }>([
  {
    why: 'the earliest start to the latest end',
    reports: [
      report({ startedAt: at(0), endedAt: at(3) }),
      report({ startedAt: at(-2), durationMs: minutes(1) }),
    ],
    start: at(-2),
    length: minutes(5),
  },
  {
    why: 'the times of the run, before those of its tests',
    reports: [
      report({ startedAt: at(0), endedAt: at(1), tests: { startedAt: at(-9), endedAt: at(9) } }),
    ],
    start: at(0),
    length: minutes(1),
  },
  {
    why: 'the times of the tests, where the run has none',
    reports: [report({ tests: { startedAt: at(0), endedAt: at(2) } })],
    start: at(0),
    length: minutes(2),
  },
  {
    why: 'the end, less the duration, where there is no start',
    reports: [report({ endedAt: at(5), durationMs: minutes(2) })],
    start: at(3),
    length: minutes(2),
  },
  {
    why: 'the longest duration of a report without times beside one with',
    reports: [report({ startedAt: at(0), endedAt: at(1) }), report({ durationMs: minutes(7) })],
    start: at(0),
    length: minutes(7),
  },
  {
    why: 'no such duration while the reports are being read',
    reports: [report({ startedAt: at(0), endedAt: at(1) }), report({ durationMs: minutes(7) })],
    isRead: false,
    start: at(0),
    length: minutes(1),
  },
  {
    why: 'an end that is not in the future',
    reports: [report({ startedAt: at(50), endedAt: at(90) })],
    start: at(50),
    length: minutes(10),
  },
  {
    why: 'a stated time, before the report that states it is read',
    reports: [report({}), report({ statedAt: at(-5) })],
    isRead: false,
    start: at(-5),
    length: 0,
  },
  {
    why: 'durations that add up to when the last file was written',
    reports: [
      report({ durationMs: minutes(2), writtenAt: at(5) }),
      report({ durationMs: minutes(1), writtenAt: at(3) }),
    ],
    start: at(2),
    length: minutes(3),
  },
  {
    why: 'no start after now, however the files are dated',
    reports: [report({ durationMs: minutes(2), writtenAt: at(500) })],
    start: at(58),
    length: minutes(2),
  },
  {
    why: 'now as the end, for files that are dated to the zero of a clock',
    reports: [report({ durationMs: minutes(2), writtenAt: 0 })],
    start: at(58),
    length: minutes(2),
  },
  {
    why: 'the newest file, beside files that are dated to the zero of a clock',
    reports: [report({ writtenAt: Date.UTC(1980, 0, 1) }), report({ writtenAt: at(5) })],
    start: at(5),
    length: 0,
  },
  {
    why: 'no duration in a unit other than seconds',
    reports: [report({ durationMs: WEEK_MS + 1, writtenAt: at(0) })],
    start: at(0),
    length: 0,
  },
  {
    why: 'no sum of more than a week',
    reports: [
      report({ durationMs: WEEK_MS, writtenAt: at(0) }),
      report({ durationMs: WEEK_MS, writtenAt: at(0) }),
    ],
    start: at(0),
    length: 0,
  },
  {
    why: 'an end before the start as no duration',
    reports: [report({ startedAt: at(1), endedAt: at(0) })],
    start: at(1),
    length: 0,
  },
])('takes $why', ({ reports, isRead = true, start, length }) => {
  expect(computeExecutionTimes(reports, { now: new Date(at(60)), isRead })).toEqual({
    startedAt: new Date(start).toISOString(),
    durationMs: length,
  });
});

it('widens a span by the tests that have a start', () => {
  expect(extendSpan(undefined, test(undefined, 5))).toBeUndefined();
  const first = extendSpan(undefined, test(at(1), 5));
  expect(first).toEqual({ startedAt: at(1), endedAt: at(1) + 5 });
  expect(extendSpan(first, test(undefined, 9))).toBe(first);
  expect(extendSpan(first, test(at(0), 1))).toEqual({ startedAt: at(0), endedAt: at(1) + 5 });
  expect(extendSpan(first, test(at(2), 1))).toEqual({ startedAt: at(1), endedAt: at(2) + 1 });
});

function test(startedAt: number | undefined, durationMs: number): IngestResult {
  return {
    titlePath: ['a'],
    file: 'a.ts',
    status: 'passed',
    durationMs,
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
  };
}

it('spans the tests in any order', () => {
  const tests = [test(at(1), 5), test(at(0), 9)];
  const span = tests.reduce<ReturnType<typeof extendSpan>>(extendSpan, undefined);
  expect(span).toEqual({ startedAt: at(0), endedAt: at(1) + 5 });
});
