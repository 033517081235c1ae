import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatDuration, formatNumber } from './amounts.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
  [-4_318, '-4,318'],
])('writes the number %d as %s', (number, text) => {
  expect(formatNumber(number)).toBe(text);
});

it('writes a count with its noun', () => {
  expect(formatCount(1, 'test')).toBe('1 test');
  expect(formatCount(4_318, 'test')).toBe('4,318 tests');
  expect(formatCount(0, 'branch', 'branches')).toBe('0 branches');
});

it.each([
  [0, '0 ms'],
  [840, '840 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [12_440, '12.4 s'],
  [59_949, '59.9 s'],
  [59_950, '1 m 00 s'],
  [185_000, '3 m 05 s'],
  [3_599_499, '59 m 59 s'],
  [3_599_500, '1 h 00 m'],
  [7_500_000, '2 h 05 m'],
  [1_234 * 3_600_000, '1,234 h 00 m'],
])('writes %d ms as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [4_200, '4.2 kB'],
  [9_949, '9.9 kB'],
  [9_950, '10 kB'],
  [84_200, '84 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [41_300_000, '41.3 MB'],
  [999_950_000, '1.0 GB'],
  [7e15, '7000.0 TB'],
])('writes %i bytes as %s', (sizeBytes, text) => {
  expect(formatBytes(sizeBytes)).toBe(text);
});
