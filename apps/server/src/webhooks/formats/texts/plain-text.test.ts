import { expect, it } from 'vitest';
import { toPlainLine, toPlainLines } from './plain-text.ts';

it.each([
  ['terminal colours', '\u001b[31mred\u001b[0m', 'red'],
  ['terminal links', '\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007', 'link'],
  ['control characters', 'a\u0000b\u0007c\u0085d', 'abcd'],
  ['marks that change the direction', 'a\u202eb\u2066c\u200fd', 'abcd'],
  ['characters without width', 'a\u200bb\ufeffc', 'ab c'],
])('removes %s', (_, text, plain) => {
  expect(toPlainLine(text)).toBe(plain);
});

it('writes line breaks and tabs as one space', () => {
  expect(toPlainLine(' a\r\n\tb\u2028c ')).toBe('a b c');
});

it('keeps emoji that consist of several characters', () => {
  expect(toPlainLine('👩🏽‍🚀')).toBe('👩🏽‍🚀');
});

it('replaces halves of surrogate pairs', () => {
  expect(toPlainLine('a\ud800b')).toBe('a\ufffdb');
});

it('keeps the lines of a longer text, without the empty ones', () => {
  expect(toPlainLines('first\r\n\n  second \u2028third\n')).toEqual(['first', 'second', 'third']);
});
