import { expect, it } from 'vitest';
import {
  parseDatabaseUrl,
  parseMomentUntil,
  parseServerUrl,
  parseWholeNumber,
} from './cli-options.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

it.each([
  ['1e5', 100_000],
  ['100000', 100_000],
  ['1_000', 1_000],
  ['10,000', 10_000],
  ['2.5e3', 2_500],
])('reads %s as a whole number', (text, value) => {
  expect(parseWholeNumber(1, 1e7)(text)).toBe(value);
});

it.each(['', ' ', 'many', '0', '-1', '1.5', '1e9', '1,5', 'Infinity'])(
  'refuses %j as a whole number up to ten million',
  (text) => {
    expect(() => parseWholeNumber(1, 1e7)(text)).toThrow(
      'Expected a whole number from 1 to 10,000,000.',
    );
  },
);

it.each([
  ['2026-10-31', '2026-10-31T23:59:59.999Z'],
  ['2026-11-21', '2026-11-21T12:00:00.000Z'],
  ['2026-11-20T08:00:00+02:00', '2026-11-20T06:00:00.000Z'],
])('reads %s as the moment %s', (text, iso) => {
  expect(parseMomentUntil(NOW)(text).toISOString()).toBe(iso);
});

it('refuses what is no moment or has not come yet', () => {
  expect(() => parseMomentUntil(NOW)('yesterday')).toThrow(/^Expected a day such as/);
  expect(() => parseMomentUntil(NOW)('2026-13-40')).toThrow(/^Expected a day such as/);
  expect(() => parseMomentUntil(NOW)('2026-11-22')).toThrow(
    'Expected a day or moment that is past.',
  );
});

it('reads addresses of servers and databases', () => {
  expect(parseServerUrl('http://localhost:4400/')).toBe('http://localhost:4400');
  expect(() => parseServerUrl('localhost:4400')).toThrow(/^Expected an address/);
  expect(parseDatabaseUrl('postgres://svc@localhost/svc')).toBe('postgres://svc@localhost/svc');
  expect(() => parseDatabaseUrl('http://localhost')).toThrow(/^Expected an address/);
});
