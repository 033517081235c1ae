import { expect, it } from 'vitest';
import { normaliseMessage } from './normalised-message.ts';

it.each([
  ['GET http://127.0.0.1:4711/api/carts/17?page=2&size=5 failed', 'GET <url>/api/carts/<n> failed'],
  ['Login at https://shop.example/#/login', 'Login at <url>/#/login'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED <host>'],
  ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED <host>'],
  ['no cart 6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'no cart <id>'],
  ['commit 3f2a9c1 at 0xDEADBEEF', 'commit <id> at <id>'],
  ['session V1StGXR8_Z5jdHi6B-myT ended', 'session <id> ended'],
  ['device 00:1b:44:11:3a:b7', 'device <id>'],
  ['after 1.5s, 1.5 seconds or 1m 30s', 'after <duration>, <duration> or <duration>'],
  ['1,234,567 bytes of -5 or 1e-7 at 50%', '<n> bytes of <n> or <n> at <n>%'],
  ['v1.2.3 of chai-4.3.4.tgz', 'v<n> of chai-<n>.tgz'],
  ['screen of 560×590 and 16x16', 'screen of <n> and <n>'],
  ['user1234 of utf8 at step2', 'user<n> of utf8 at step2'],
  ['written to /tmp/run-x1/out.json', 'written to <tmp>/out.json'],
  ["open 'D:\\a\\shop\\shop\\src\\data\\a.json'", "open 'src/data/a.json'"],
  ["open '/home/ada/code/shop/src/data/a.json'", "open 'src/data/a.json'"],
  ['in src/cart.ts:12:5', 'in src/cart.ts'],
  ['load assets/index-BkH3pQ9z.js', 'load assets/index-<id>.js'],
  ['no .button__a1B2c here', 'no .button__<id> here'],
  ['pod api-86db87c5cc-lf2fm is gone', 'pod api-<id> is gone'],
  [`got '${'long '.repeat(20)}' back`, 'got <str> back'],
  ["Cannot read properties of undefined (reading 'total')", undefined],
  ["user doesn't own the cart's items", undefined],
])('masks what is random or of one machine: %s', (line, expected) => {
  expect(normaliseMessage(line, 'other')).toBe(expected ?? line);
});

it.each([
  '2026-01-02T03:04:05.678Z',
  '2026-01-02 03:04:05 UTC',
  '2026-01-02',
  'Fri Jan 02 2026 10:00:00 GMT+0100 (Central European Standard Time)',
  'Fri, 02 Jan 2026 10:00:00 GMT',
  '12/31/2025, 7:00:00 PM',
  'Mar 4, 2026',
])('masks a date in any form: %s', (date) => {
  expect(normaliseMessage(`expired on ${date}`, 'other')).toBe('expired on <date>');
});

it.each([
  'Request failed with status code 503',
  'status: 404',
  '{"statusCode":422}',
  '409 Conflict',
  'exited with code 137',
  'Command failed with exit code 1',
  'error TS2322: not assignable',
  'error[E0308]: mismatched types',
  'HTTP403ForbiddenError',
  'ENOSPC: no space left on device',
])('keeps codes that tell failures apart: %s', (line) => {
  expect(normaliseMessage(line, 'other')).toBe(line);
});

it('does not treat a number that counts something as a status', () => {
  expect(normaliseMessage('status unknown after 200 ms and 404 rows', 'other')).toBe(
    'status unknown after <duration> and <n> rows',
  );
});

it.each([
  ['expected 3 to be 4', 'expected <n> to be <n>'],
  ['expected 404 to be 200', undefined],
  ['expected 3 to be 200', 'expected <n> to be <n>'],
  ['expected 500 "Oh no", got 200 "OK"', 'expected 500 <str>, got 200 <str>'],
  ["expected 'a \\'b\\' [' to equal \"c\"", 'expected <str> to equal <str>'],
  [
    'expected { a: [ 1 ] } to deeply equal [ { b: 2 } ]',
    'expected <object> to deeply equal <list>',
  ],
  ["expected { a: 1 } to have property 'total'", "expected <object> to have property 'total'"],
  ['expected "addToCart" to be called 2 times', 'expected "addToCart" to be called <n> times'],
  ['expected [Function add] to throw', 'expected <function> to throw'],
  ['expected:<foo> but was:<null>', 'expected: <str> but was: null'],
  ['expected: <3> but was: <4>', 'expected: <n> but was: <n>'],
  ['expected NaN to be undefined', undefined],
  ['find element: `.row[title="x"]`', undefined],
  ['expected [ 1, 2', undefined],
])('leaves of an assertion the kinds of its values: %s', (line, expected) => {
  const result = normaliseMessage(line, 'assertion');
  expect(result).toBe(expected ?? (line.endsWith('2') ? 'expected [ <n>' : line));
});

it.each([
  ["getByTestId('row-1').nth(2)", undefined],
  ["locator('.a > :nth-child(3)')", undefined],
  ["getByTestId('row-1234')", "getByTestId('row-<n>')"],
])('keeps the small numbers of a locator, which its author wrote: %s', (line, expected) => {
  expect(normaliseMessage(line, 'locator')).toBe(expected ?? line);
});
