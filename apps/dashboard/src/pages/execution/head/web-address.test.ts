import { expect, it } from 'vitest';
import { webAddress } from './web-address.ts';

it.each([
  ['https://ci.example/1', 'https://ci.example/1'],
  ['http://ci/1', 'http://ci/1'],
  ['javascript:alert(1)', null],
  [' JavaScript:alert(1)', null],
  ['data:text/html,x', null],
  ['//ci.example', null],
  ['', null],
  [undefined, null],
])('of %s is %s', (address, expected) => {
  expect(webAddress(address)).toBe(expected);
});
