import { expect, it } from 'vitest';
import { toPrintableText } from './printable-text.ts';

it.each([
  ['\u001b[31mred\u001b[39m', 'red'],
  ['[2mexpect([22m[31;1mx[39m[2m).[22mtoBe and [20ms]', 'expect(x).toBe and [20ms]'],
  ['\u009b31mred', 'red'],
  ['\u001b]8;;javascript:alert(1)\u0007click\u001b]8;;\u001b\\', 'click'],
  ['\u001b(Bplain\u001bM', 'plain'],
  ['a\tb\r\nc\rd\u2028e\u0000\u0007\u007f\u0085', 'a\tb\nc\nd\ne'],
  ['\u202egnp.\u2066exe\u200f', 'gnp.exe'],
  ['\u001b]0;never ends\nnext', '0;never ends\nnext'],
])('shows %j as %j', (text, shown) => {
  expect(toPrintableText(text)).toBe(shown);
});

it.each(['rate(x[5m])', 'max [20ms]', 'see [1m] and [31m', 'family 👩‍👩‍👧'])(
  'leaves %j as it is, because it has no colours',
  (text) => {
    expect(toPrintableText(text)).toBe(text);
  },
);
