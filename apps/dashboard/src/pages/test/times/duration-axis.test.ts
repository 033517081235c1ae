import { expect, it } from 'vitest';
import { axisEndMs } from './duration-axis.ts';

it('ends where four round steps hold the longest duration', () => {
  expect([0, 3, 4, 5, 1_338, 9_900, 10_001, 90_000].map(axisEndMs)).toEqual([
    4, 4, 4, 8, 2_000, 10_000, 20_000, 100_000,
  ]);
});
