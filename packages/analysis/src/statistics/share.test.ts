import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeWilsonInterval } from './share.ts';

// The roots p of (p − successes/trials)² = 1.95996398454² p (1 − p) / trials, solved in another system.
it.each([
  [0, 10, 0, 0.277532799862889],
  [1, 10, 0.0178762130950729, 0.404150026795238],
  [5, 100, 0.021543679154368, 0.111750469231919],
  [10, 10, 0.722467200137111, 1],
  [1, 1, 0.206549314377237, 1],
])('of %d in %d reaches from %d to %d', (successes, trials, low, high) => {
  const interval = computeWilsonInterval(successes, trials);
  expect(interval?.low).toBeCloseTo(low, 13);
  expect(interval?.high).toBeCloseTo(high, 13);
});

it('is null without trials', () => {
  expect(computeWilsonInterval(0, 0)).toBeNull();
});

it('contains the share, within 0 to 1', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 }), (successes, others) => {
      const trials = successes + others;
      fc.pre(trials > 0);
      const { low, high } = computeWilsonInterval(successes, trials) ?? { low: 1, high: 0 };
      const ends = [0, low, successes / trials, high, 1];
      expect(ends).toEqual(ends.toSorted((one, other) => one - other));
    }),
  );
});
