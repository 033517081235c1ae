import { expect, it } from 'vitest';
import { pickAxisEnd, buildAxisTicks } from './interval-axis.ts';

it('ends at a round rate that holds all intervals', () => {
  expect(pickAxisEnd([{ rate: 0.1, high: 0.18 }])).toBe(0.2);
  expect(
    pickAxisEnd([
      { rate: 0.1, high: 0.18 },
      { rate: 0.3, high: 0.61 },
    ]),
  ).toBe(0.8);
  expect(pickAxisEnd([{ rate: 1, high: 1 }])).toBe(1);
  expect(pickAxisEnd([])).toBe(0.02);
});

it('has ticks at its beginning, middle and end', () => {
  expect(buildAxisTicks(0.05).map(({ words }) => words)).toEqual(['0', '2.5\u00a0%', '5\u00a0%']);
});
