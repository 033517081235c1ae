import { expect, it } from 'vitest';
import { parseCount, parseDurationMs, listFrom, parseShare } from './option-values.ts';

it.each([
  ['20%', 0.2],
  ['12.5 %', 0.125],
  ['0.2', 0.2],
  ['3', 3],
])('reads the share %s', (text, share) => {
  expect(parseShare(text)).toBe(share);
});

it.each([
  ['50ms', 50],
  ['50', 50],
  ['1.5s', 1500],
  ['2 m', 120_000],
])('reads the time %s', (text, durationMs) => {
  expect(parseDurationMs(text)).toBe(durationMs);
});

it('accepts lists with commas and repeated flags', () => {
  const read = listFrom(['a', 'b']);
  expect(read('b', read('a, b'))).toEqual(['a', 'b', 'b']);
});

it.each([
  () => parseShare('-1'),
  () => parseShare('%'),
  () => parseDurationMs('1h'),
  () => parseCount('1.5'),
  () => listFrom(['a'])('a,'),
])('refuses what it cannot read, and says what it is: %o', (read) => {
  expect(read).toThrow(/^It must be /);
});
