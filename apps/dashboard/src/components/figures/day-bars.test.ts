import { expect, it } from 'vitest';
import { groupIntoBars } from './day-bars.tsx';

it('has a bar for each day of a month, and for several days of a longer period', () => {
  const month = Array.from({ length: 31 }, (_, day) => day);
  expect(groupIntoBars(month)).toEqual(month);
  const year = Array.from({ length: 366 }, () => 1);
  const bars = groupIntoBars(year);
  expect(bars).toHaveLength(34);
  // The oldest bar has the days that are left.
  expect([bars[0], bars[1], bars.at(-1)]).toEqual([3, 11, 11]);
  expect(groupIntoBars([])).toEqual([]);
});
