import { expect, it } from 'vitest';
import { computeLiveWaitMs } from './live-wait.ts';

it('grows by a second up to 15', () => {
  expect([1, 2, 3, 14, 15, 1_000].map(computeLiveWaitMs)).toEqual([
    2_000, 3_000, 4_000, 15_000, 15_000, 15_000,
  ]);
});
