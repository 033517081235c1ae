import { expect, it } from 'vitest';
import { countLines, cutLines, showAllText } from './cut-lines.ts';

it('leaves a short text as it is', () => {
  expect(cutLines('a\nb\n')).toEqual({ text: 'a\nb\n', leftOut: null });
});

it('cuts a line of a megabyte', () => {
  const { text, leftOut } = cutLines('x'.repeat(1_000_000));
  expect(text).toBe(`${'x'.repeat(2_000)} …`);
  expect(leftOut).toEqual({ lines: 0, characters: 998_000 });
});

it('keeps the beginning or the end of many lines, and says how many are left out', () => {
  const text = Array.from({ length: 1_000 }, (_, index) => `line ${index}`).join('\n');
  const beginning = cutLines(text);
  expect(beginning.text.split('\n')).toHaveLength(400);
  expect(beginning.text.startsWith('line 0\n')).toBe(true);
  expect(beginning.leftOut?.lines).toBe(600);
  expect(cutLines(text, 'end').text.endsWith('line 999')).toBe(true);
});

it('counts lines', () => {
  expect(['', 'a', 'a\n', 'a\nb'].map(countLines)).toEqual([1, 1, 2, 2]);
});

it('says what all of it is', () => {
  const many = 'a\n'.repeat(1_000);
  expect(showAllText(many, cutLines(many).leftOut ?? { lines: 0, characters: 0 })).toBe(
    'Show all 1,001 lines',
  );
  const long = 'x'.repeat(9_000);
  expect(showAllText(long, cutLines(long).leftOut ?? { lines: 0, characters: 0 })).toBe(
    'Show all 9,000 characters',
  );
});
