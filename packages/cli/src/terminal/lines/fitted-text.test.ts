import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { chooseKeptPart, fitText, padText, measureText } from './fitted-text.ts';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../glyphs.ts';

it.each([
  ['plain', 5],
  ['größer', 6],
  ['日本語', 6],
  ['👩‍👩‍👧', 2],
  ['e\u0301', 1],
  ['\u001b[31mred\u001b[39m', 3],
])('counts the columns of %j', (text, columns) => {
  expect(measureText(text)).toBe(columns);
});

it.each([
  ['feature/long-branch-name', 30, 'feature/long-branch-name'],
  ['feature/long-branch-name', 11, 'featu…-name'],
  ['日本語テスト', 7, '日…スト'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('fits %j into %i columns', (text, columns, fitted) => {
  expect(fitText(text, columns, UNICODE_GLYPHS)).toBe(fitted);
  expect(measureText(fitted)).toBeLessThanOrEqual(columns);
});

it('cuts with three dots if the locale is not UTF-8', () => {
  expect(fitText('feature/long-branch-name', 11, ASCII_GLYPHS)).toBe('feat...name');
});

it('pads by columns, not by characters', () => {
  expect(padText('日本', 6)).toBe('日本  ');
  expect(padText('12', 4, 'right')).toBe('  12');
});

it.each([
  ['ends', ['checkout-web', 'payments-api']],
  // Both ends are the same.
  ['end', ['checkout-legacy-web', 'checkout-modern-web']],
  ['start', ['web-new-and-shared-tests', 'web-old-and-shared-tests']],
  ['ends', ['same', 'same']],
] as const)('keeps %s, where these texts differ: %j', (part, texts) => {
  expect(chooseKeptPart(texts, 8, UNICODE_GLYPHS)).toBe(part);
});

it('keeps the preferred part of texts that differ there', () => {
  expect(chooseKeptPart(['feat: a queue', 'fix: a list'], 6, UNICODE_GLYPHS, 'start')).toBe(
    'start',
  );
  expect(chooseKeptPart(['feat: a queue', 'feat: a list'], 6, UNICODE_GLYPHS, 'start')).toBe(
    'ends',
  );
});

it('counts every character as string-width does', () => {
  const characters = Array.from({ length: 0x3000 - 0x20 }, (_, index) =>
    String.fromCodePoint(0x20 + index),
  );
  expect(characters.filter((one) => measureText(one) !== stringWidth(one))).toEqual([]);
});
