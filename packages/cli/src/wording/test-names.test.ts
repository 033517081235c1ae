import { expect, it } from 'vitest';
import { shortenTestId } from './test-names.ts';

it.each([
  [[], '01234567'],
  [['0123456789abcdef0123456789abcdef', 'ff234567'.padEnd(32, '0')], '01234567'],
  [['0123456700'.padEnd(32, '0')], '012345678'],
  [
    ['0123456789abcdef0123456789abcde0', '0123456700'.padEnd(32, '0')],
    '0123456789abcdef0123456789abcdef',
  ],
])('tells an id from %j as %s', (others, short) => {
  expect(shortenTestId('0123456789abcdef0123456789abcdef', others)).toBe(short);
});
