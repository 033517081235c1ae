import { expect, it } from 'vitest';
import { formatRate, formatBytes } from './numbers.ts';

it.each([
  [0, '0.0 %'],
  [0.0001, '< 0.1 %'],
  [0.0005, '0.1 %'],
  [0.182, '18.2 %'],
  [0.9994, '99.9 %'],
  [0.9999, '> 99.9 %'],
  [1, '100.0 %'],
  [null, '–'],
])('writes the rate %d as %s', (rate, text) => {
  expect(formatRate(rate, { none: '–' })).toBe(text);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [999_960, '1.0 MB'],
  [4_200_000, '4.2 MB'],
  [7e12, '7000.0 GB'],
])('writes %i bytes as %s', (sizeBytes, text) => {
  expect(formatBytes(sizeBytes)).toBe(text);
});
