import { expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const noon = new Date(2026, 10, 2, 12).getTime();
const HOUR = 3_600_000;

it('marks the ends of a short time', () => {
  expect(timeTicks(noon, noon)).toEqual({ at: [noon], unit: 'minute' });
  expect(timeTicks(noon, noon + HOUR)).toEqual({ at: [noon, noon + HOUR], unit: 'minute' });
});

it.each([2, 5, 7, 30, 365])('marks starts of different days within %d days', (days) => {
  const { at, unit } = timeTicks(noon, noon + days * 24 * HOUR);
  expect(unit).toBe('day');
  expect(at.length).toBeGreaterThan(1);
  expect(at.length).toBeLessThanOrEqual(7);
  expect(new Set(at.map((one) => new Date(one).toDateString())).size).toBe(at.length);
  for (const one of at) expect(new Date(one).getHours()).toBe(0);
  expect(at.at(-1)).toBeLessThanOrEqual(noon + days * 24 * HOUR);
});
