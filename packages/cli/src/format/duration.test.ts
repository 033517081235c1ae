import { expect, it } from 'vitest';
import { durationText } from './duration.ts';

it.each([
  [0, '0 ms'],
  [840, '840 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [12_440, '12.4 s'],
  [59_949, '59.9 s'],
  [59_950, '1m 00s'],
  [185_000, '3m 05s'],
  [3_599_499, '59m 59s'],
  [3_599_500, '1h 00m'],
  [3_720_000, '1h 02m'],
  [100 * 3_600_000, '100h 00m'],
])('writes %i ms as %s', (durationMs, text) => {
  expect(durationText(durationMs)).toBe(text);
});
