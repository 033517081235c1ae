import { expect, it } from 'vitest';
import {
  toTerminalJson,
  toTerminalLine,
  makeTerminalSafe,
  toTerminalText,
} from './terminal-text.ts';

it.each([
  ['a colour', '\u001b[31mred\u001b[0m', 'red'],
  ['a cleared screen', 'a\u001b[2J\u001b[Hb', 'ab'],
  ['a window title', '\u001b]0;owned\u0007x', 'x'],
  ['a written clipboard', '\u001b]52;c;ZXZpbA==\u001b\\x', 'x'],
  ['a C1 control sequence', '\u009b31mx', 'x'],
  ['half a sequence', 'x\u001b', String.raw`x\x1b`],
  ['a bell and a backspace', 'a\u0007\u0008', String.raw`a\x07\x08`],
  ['a reversed direction', 'abc\u202ecba', String.raw`abc\u202ecba`],
  ['a line written over', 'passed\rfailed', 'passed\nfailed'],
  ['other line ends', 'a\r\nb\u2028c', 'a\nb\nc'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
])('makes %s harmless', (_, text, safe) => {
  expect(toTerminalText(text)).toBe(safe);
});

it('leaves other scripts and emoji as they are', () => {
  const text = 'größer › 日本語 👩‍👩‍👧\nnext';
  expect(toTerminalText(text)).toBe(text);
});

it('puts a title on one line', () => {
  expect(toTerminalLine(' a\n  b\r\nc ')).toBe('a b c');
});

it('cleans every string of a document, and its keys', () => {
  const document = { list: [{ title: '\u001b[1mx' }], 'k\u0007': 1, none: null };
  expect(makeTerminalSafe(document)).toEqual({
    list: [{ title: 'x' }],
    [String.raw`k\x07`]: 1,
    none: null,
  });
});

it('writes JSON of the same value without control characters', () => {
  const document = { title: '\u001b[31m\u009b\u202e\u2028 ü' };
  const json = toTerminalJson(document);
  // oxlint-disable-next-line no-control-regex
  expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
  expect(JSON.parse(json)).toEqual(document);
});
