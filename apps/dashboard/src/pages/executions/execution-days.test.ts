import { expect, it } from 'vitest';
import { dayHeading, groupByDay } from './execution-days.ts';
import { newerThan, pollDelayMs } from './newer-than.ts';

const at = (day: number, hour: number) => ({
  id: `${day}-${hour}`,
  startedAt: new Date(2026, 10, day, hour).toISOString(),
});

it('groups executions by the day of the viewer', () => {
  const groups = groupByDay([at(21, 9), at(21, 0), at(20, 23)]);
  expect(groups.map(({ day, items }) => [day, items.length])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-20', 1],
  ]);
});

it('calls the newest days by name, and adds a year only where it is another one', () => {
  const now = new Date(2026, 10, 21, 12);
  expect(dayHeading('2026-11-21', now)).toBe('Today, 21 November');
  expect(dayHeading('2026-11-20', now)).toBe('Yesterday, 20 November');
  expect(dayHeading('2026-11-19', now)).toBe('Thursday, 19 November');
  expect(dayHeading('2025-11-20', now)).toBe('Thursday, 20 November 2025');
});

it('counts what came after the newest shown execution', () => {
  const shown = [at(21, 9), at(21, 8)];
  expect(newerThan([at(21, 11), at(21, 10), at(21, 9)], shown)).toBe(2);
  // A late upload of an earlier run belongs further down the list.
  expect(newerThan([at(21, 9), at(20, 7)], shown)).toBe(0);
  expect(newerThan([at(21, 9)], [])).toBe(1);
});

it('asks less often the longer nothing changes', () => {
  expect([0, 300_000, 86_400_000].map(pollDelayMs)).toEqual([10_000, 30_000, 60_000]);
});
