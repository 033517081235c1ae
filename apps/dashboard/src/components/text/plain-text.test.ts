import { expect, it } from 'vitest';
import { toColouredText, toPlainText } from './plain-text.ts';

it.each([
  ['\u001b[31mred\u001b[39m', 'red'],
  ['\u001b]8;;javascript:alert(1)\u0007click\u001b]8;;\u0007', 'click'],
  ['\u001b]0;title', ''],
  ['a\tb\r\nc\u0000\u0007', 'a\tb\nc'],
  ['\u001b[99999999C\u001b[?25lx', 'x'],
  ['<b>kept</b>', '<b>kept</b>'],
])('of %j is %j', (text, expected) => {
  expect(toPlainText(text)).toBe(expected);
});

it('keeps colours only, where they are shown', () => {
  const text =
    '\u001b[31mred\u001b[0m\u001b[999C\u001b[?25l\u001b]8;;http://x\u0007link\u001b]8;;\u0007\u0007\u001bM';
  expect(toColouredText(text)).toBe('\u001b[31mred\u001b[0mlink');
});
