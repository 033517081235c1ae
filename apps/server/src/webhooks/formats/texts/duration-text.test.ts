import { expect, it } from 'vitest';
import { formatDuration } from './duration-text.ts';

it.each([
  [0, '0 ms'],
  [840, '840 ms'],
  [1_240, '1.2 s'],
  [59_949, '59.9 s'],
  [59_950, '1 m 00 s'],
  [134_200, '2 m 14 s'],
  [3_599_600, '1 h 00 m'],
  [7_500_000, '2 h 05 m'],
])('writes %i ms as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});
