import { expect, it } from 'vitest';
import { formatDayHeading, groupByDay } from './execution-days.ts';

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
  expect(formatDayHeading('2026-11-21', now)).toBe('Today, 21 November');
  expect(formatDayHeading('2026-11-20', now)).toBe('Yesterday, 20 November');
  expect(formatDayHeading('2026-11-19', now)).toBe('Thursday, 19 November');
  expect(formatDayHeading('2025-11-20', now)).toBe('Thursday, 20 November 2025');
});
