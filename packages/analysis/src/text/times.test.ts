import { expect, it } from 'vitest';
import { formatFullTime, formatRelativeTime, formatRemainingTime } from './times.ts';

const now = new Date('2026-11-21T09:30:00.000Z');

it.each([
  ['2026-11-21T09:29:55.000Z', 'just now'],
  ['2026-11-21T09:29:15.000Z', '45 s ago'],
  ['2026-11-21T09:16:00.000Z', '14 min ago'],
  ['2026-11-21T06:30:00.000Z', '3 h ago'],
  ['2026-11-19T09:30:00.000Z', '2 d ago'],
  ['2026-10-01T09:30:00.000Z', '2026-10-01'],
  ['2026-11-21T09:30:40.000Z', 'just now'],
  ['2026-11-21T10:30:00.000Z', '2026-11-21 10:30:00 UTC'],
])('says of %s: %s', (iso, text) => {
  expect(formatRelativeTime(iso, now)).toBe(text);
});

it.each([
  ['2026-11-21T09:29:00.000Z', 'now'],
  ['2026-11-21T09:30:12.400Z', '12 s'],
  ['2026-11-21T09:34:30.000Z', '4 min'],
  ['2026-11-22T09:30:00.000Z', '24 h'],
  ['2026-11-24T09:30:00.000Z', '3 d'],
])('says how long it is until %s: %s', (iso, text) => {
  expect(formatRemainingTime(iso, now)).toBe(text);
});

it('writes a time in full with its zone', () => {
  expect(formatFullTime('2026-11-20T10:00:00.123Z')).toBe('2026-11-20 10:00:00 UTC');
});
