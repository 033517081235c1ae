import { expect, it } from 'vitest';
import { formatRate } from './rate.ts';

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
