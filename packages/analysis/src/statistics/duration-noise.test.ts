import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNoise } from './duration-noise.ts';

// Median 105. The deviations are 1, 1, 3, 3, 5, 5, 5, 5, 7, 7 with a median of 5, so the range is ± 22.239.
const EARLIER = [112, 100, 102, 110, 104, 106, 108, 110, 98, 100];

it.each([
  [105, true],
  [127, true],
  [128, false],
  [83, true],
  [82, false],
])('after durations around 105 ms, %d ms is noise: %s', (durationMs, expected) => {
  expect(isNoise(durationMs, EARLIER)).toBe(expected);
});

it('uses the middle one of an odd number', () => {
  const earlier = [1, 1, 1, 1, 1, 5, 9, 9, 9, 9, 9];
  expect([5 - 17.7, 5 + 17.7, 5 + 17.8].map((ms) => isNoise(ms, earlier))).toEqual([
    true,
    true,
    false,
  ]);
});

it('finds no noise with fewer than 10 durations', () => {
  expect(isNoise(105, EARLIER.slice(1))).toBe(false);
});

it('accepts no other duration as noise when all earlier ones were equal', () => {
  const equal = Array.from({ length: 10 }, () => 50);
  expect([50, 51].map((ms) => isNoise(ms, equal))).toEqual([true, false]);
});

it('does not depend on the order of the earlier durations, and does not change them', () => {
  const durations = fc.array(fc.nat({ max: 100_000 }), { minLength: 10, maxLength: 50 });
  fc.assert(
    fc.property(durations, fc.nat({ max: 100_000 }), (earlier, durationMs) => {
      const given = [...earlier];
      const verdict = isNoise(durationMs, earlier);
      expect(earlier).toEqual(given);
      expect(isNoise(durationMs, earlier.toReversed())).toBe(verdict);
    }),
  );
});
