import { expect, it } from 'vitest';
import { parseSecondsToMs } from './durations.ts';

it.each([
  ['1.5', 1_500],
  ['0,25', 250],
  ['1,234.5', 1_234_500],
  // More than a million seconds are nanoseconds.
  ['1,234,567', 1],
  ['12,34', 12_340],
  ['1,2,3', undefined],
  ['-1', undefined],
  [' ', undefined],
  // Nanoseconds, and times of day in seconds, milliseconds and microseconds.
  ['1250000000', 1_250],
  ['2400000000', 2_400],
  // Twenty minutes and an hour in nanoseconds.
  ['1200000000000', 1_200_000],
  ['3600000000000', 3_600_000],
  ['864000000000000', 864_000_000],
  ['1000000000000000', undefined],
  ['1795600000', undefined],
  ['1795600000.25', undefined],
  ['1795600000000', undefined],
  ['1795600000000000', undefined],
  ['1795600000000000000', undefined],
])('converts %j seconds', (text, milliseconds) => {
  expect(parseSecondsToMs(text)).toBe(milliseconds);
});
