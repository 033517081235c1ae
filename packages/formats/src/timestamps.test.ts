import { expect, it } from 'vitest';
import { parseEpochMs, toEpochMs } from './timestamps.ts';

const AT = Date.UTC(2026, 10, 20, 10, 0, 5);

it.each([
  '2026-11-20T10:00:05Z',
  '2026-11-20T10:00:05',
  ' 2026-11-20 10:00:05 ',
  '2026-11-20T11:00:05.0000000+01:00',
  '2026-11-20 10:00:05 UTC',
  '2026-11-20 10:00:05 +0000 UTC',
  '2026-11-20 11:00:05 +0100 CET',
  '2026-11-20 11:00:05 +0100 CET m=+0.000123',
  'Fri Nov 20 2026 11:00:05 GMT+0100 (Central European Standard Time)',
  'Fri Nov 20 10:00:05 UTC 2026',
  'Fri, 20 Nov 2026 10:00:05 GMT',
  '11/20/2026 10:00:05',
  '1795168805',
  '1795168805.0001',
  '1795168805000',
  '1795168805000000',
  '1795168805000000000',
])('reads %s', (text) => {
  expect(parseEpochMs(text, 'utc')).toBe(AT);
});

it.each([
  // Go, .NET and Java.
  '0001-01-01T00:00:00Z',
  '0001-01-01 00:00:00 +0000 UTC',
  '01/01/0001 00:00:00',
  '1/1/0001 12:00:00 AM',
  '1/1/1 0:00:00',
  'Mon Jan 01 00:00:00 UTC 0001',
  '0000-12-31T23:59:59-00:01',
  '0000-00-00',
  '0000-00-00 00:00:00',
  // Windows, Delphi, Excel, Unix in several zones, DOS, Apple.
  '1601-01-01T00:00:00Z',
  '01/01/1601 00:00:00',
  '1600-12-31 19:00:00 -0500 EST',
  '1899-12-30T00:00:00',
  '1900-01-00 00:00:00',
  '1970-01-01T00:00:00Z',
  '1970-01-01T01:00:00+01:00',
  '1969-12-31 16:00:00 -0800 PST',
  'Thu Jan 01 00:00:00 UTC 1970',
  '1980-01-01T00:00:00',
  '2001-01-01 00:00:00 +0000',
  '2001-01-01T01:00:00+01:00',
  '9999-12-31T23:59:59.9999999',
  '0',
  '-62135596800000',
  '-1',
  '4294967295',
  '9223372036854775807',
  // Years of two digits.
  '11/20/26 10:00:05',
  '26-11-20',
  'soon',
  '',
])('reads no time in %j', (text) => {
  for (const zoneless of ['utc', 'local'] as const) {
    expect(parseEpochMs(text, zoneless)).toBeUndefined();
  }
});

it('keeps the year of a time that another zone has in another year', () => {
  expect(parseEpochMs('2027-01-01T00:30:00+01:00', 'utc')).toBe(Date.UTC(2026, 11, 31, 23, 30));
  expect(parseEpochMs('2026-12-31T23:30:00-01:00', 'utc')).toBe(Date.UTC(2027, 0, 1, 0, 30));
});

it.each([
  0,
  1,
  -62_135_596_800,
  -62_135_596_800_000,
  NaN,
  Infinity,
  '1795168805',
  null,
  978_307_200,
])('reads no time in the value %j', (value) => {
  expect(toEpochMs(value)).toBeUndefined();
});

it.each([1_795_168_805, 1_795_168_805_000, 1_795_168_805_000_000])(
  'reads the number %i',
  (value) => {
    expect(toEpochMs(value)).toBe(AT);
  },
);
