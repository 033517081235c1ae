import { expect, it } from 'vitest';
import { countNewer, computePollDelayMs } from './newer-than.ts';

const at = (day: number, hour: number) => ({
  id: `${day}-${hour}`,
  startedAt: new Date(2026, 10, day, hour).toISOString(),
});

it('counts what came after the newest shown execution', () => {
  const shown = [at(21, 9), at(21, 8)];
  expect(countNewer([at(21, 11), at(21, 10), at(21, 9)], shown)).toBe(2);
  // A late upload of an earlier run belongs further down the list.
  expect(countNewer([at(21, 9), at(20, 7)], shown)).toBe(0);
  expect(countNewer([at(21, 9)], [])).toBe(1);
});

it('asks less often the longer nothing changes', () => {
  expect([0, 300_000, 86_400_000].map(computePollDelayMs)).toEqual([10_000, 30_000, 60_000]);
});
