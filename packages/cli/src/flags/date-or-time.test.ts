import { expect, it } from 'vitest';
import { isoMoment } from './date-or-time.ts';

it.each([
  ['2026-10-01', '2026-10-01T00:00:00.000Z'],
  ['2026-10-01T12:00Z', '2026-10-01T12:00:00.000Z'],
  ['2026-10-01t12:00:05.5z', '2026-10-01T12:00:05.500Z'],
  ['2026-10-01T12:00:00+02:00', '2026-10-01T10:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  // Each machine would read these in its own zone.
  ['2026-10-01T12:00', undefined],
  ['2026-10-01 12:00:00', undefined],
  // Not in the calendar.
  ['2026-02-31', undefined],
  ['2026-02-29T10:00:00Z', undefined],
  ['2026-13-01', undefined],
  ['2026-10-01T25:00Z', undefined],
  ['2026-10-01T12:00:00+99:99', undefined],
  ['2026-10-01 and more', undefined],
  ['7d', undefined],
  ['', undefined],
])('%j is %s', (text, expected) => {
  expect(isoMoment(text)).toBe(expected);
});
