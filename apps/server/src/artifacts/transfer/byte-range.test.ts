import { expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

it.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-5', { start: 3, end: 5 }],
  ['bytes=8-100', { start: 8, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-100', { start: 0, end: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=10-12', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-3', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['bytes=a-b', null],
  ['lines=0-1', null],
  ['bytes=99999999999999999999-', null],
])('takes %j of ten bytes for %j', (header, expected) => {
  expect(parseByteRange(header, 10)).toEqual(expected);
});

it('has no range in an empty file', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('none');
  expect(parseByteRange('bytes=-1', 0)).toBe('none');
});
