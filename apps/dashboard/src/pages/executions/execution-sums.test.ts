import type { TrendPoint, Trends } from '@svc/contract/history/trends';
import { describe, expect, it } from 'vitest';
import { sumChosen, describeExecutions, describeOtherExecutions } from './execution-sums.ts';
import { describeBars, buildTrendBars } from '../../components/charts/trend-bars.ts';

const DAY_MS = 86_400_000;

function point(day: number, [executions, failed, passed, interrupted]: number[]): TrendPoint {
  const from = new Date(2026, 10, day);
  return {
    from: from.toISOString(),
    to: new Date(from.getTime() + DAY_MS).toISOString(),
    executions: executions ?? 0,
    executionsFailed: failed ?? 0,
    executionsPassed: passed ?? 0,
    executionsInterrupted: interrupted ?? 0,
    passed: 0,
    failed: 0,
    skipped: 0,
    flaky: 0,
    passRate: null,
    executionAverageMs: null,
    executionP50Ms: null,
  };
}

const trends: Trends = {
  granularity: 'daily',
  timezone: 'UTC',
  source: 'all',
  localProjects: [],
  points: [point(20, [4, 1, 2, 1]), point(21, [3, 2, 0, 0])],
};

describe('the sums of executions', () => {
  it('are those of the window, or of one day', () => {
    expect(sumChosen(trends)).toEqual({
      total: 7,
      failed: 3,
      passed: 2,
      interrupted: 1,
      running: 1,
    });
    expect(sumChosen(trends, '2026-11-21')).toMatchObject({ total: 3, failed: 2, running: 1 });
    expect(sumChosen({ ...trends, granularity: 'weekly' }, '2026-11-21')).toBeNull();
  });

  it('are described in a sentence', () => {
    const sums = { total: 412, failed: 52, passed: 349, interrupted: 11, running: 0 };
    expect(describeExecutions(sums)).toBe('52 of 412 executions failed');
    expect(describeOtherExecutions(sums)).toBe('349 passed, 11 were interrupted');
    expect(describeOtherExecutions({ ...sums, passed: 0, interrupted: 1, running: 1 })).toBe(
      '1 was interrupted, 1 is running',
    );
  });

  it.each([
    [{ total: 0, failed: 0, passed: 0, interrupted: 0, running: 0 }, 'No execution'],
    [{ total: 1, failed: 1, passed: 0, interrupted: 0, running: 0 }, 'The one execution failed'],
    [{ total: 9, failed: 0, passed: 9, interrupted: 0, running: 0 }, 'None of 9 executions failed'],
    [{ total: 2, failed: 0, passed: 0, interrupted: 0, running: 2 }, '2 executions are running'],
  ])('are described for %o', (sums, sentence) => {
    expect(describeExecutions(sums)).toBe(sentence);
  });
});

it('draws a bar for each bucket, the last one called today', () => {
  const bars = buildTrendBars(trends, new Date(2026, 10, 21, 9));
  expect(bars.map(({ label, from, to, running }) => [label, from, to, running])).toEqual([
    ['20 Nov', '2026-11-20', '2026-11-20', 0],
    ['today', '2026-11-21', '2026-11-21', 1],
  ]);
  expect(describeBars(bars)).toBe('7 executions in 2 bars; most failed on today: 2.');
});
