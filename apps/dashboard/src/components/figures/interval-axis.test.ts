import { expect, it } from 'vitest';
import { axisEndOf, axisTicks } from './interval-axis.ts';

it('ends at a round rate that holds all intervals', () => {
  expect(axisEndOf([{ rate: 0.1, high: 0.18 }])).toBe(0.2);
  expect(
    axisEndOf([
      { rate: 0.1, high: 0.18 },
      { rate: 0.3, high: 0.61 },
    ]),
  ).toBe(0.8);
  expect(axisEndOf([{ rate: 1, high: 1 }])).toBe(1);
  expect(axisEndOf([])).toBe(0.02);
});

it('has ticks at its beginning, middle and end', () => {
  expect(axisTicks(0.05).map(({ words }) => words)).toEqual(['0', '2.5\u00a0%', '5\u00a0%']);
});
