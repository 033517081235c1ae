import { expect, it } from 'vitest';
import { parseIsoMoment, parseTimeWindow, formatTimeWindow } from './time-window.ts';

const now = new Date('2026-11-21T09:30:00.000Z');

it.each([
  ['30m', '2026-11-21T09:00:00.000Z'],
  ['12h', '2026-11-20T21:30:00.000Z'],
  ['7d', '2026-11-14T09:30:00.000Z'],
  ['2w', '2026-11-07T09:30:00.000Z'],
  ['2026-10-01', '2026-10-01'],
  ['2026-10-01T08:00:00+02:00', '2026-10-01T08:00:00+02:00'],
])('takes --from %s as %s', (from, moment) => {
  expect(parseTimeWindow({ from }, now)).toEqual({ from: moment, to: undefined });
});

it.each(['7x', 'yesterday', '2026-13-45', '2026-02-31', '2026-10-01T08:00', ''])(
  'refuses %j and shows the forms',
  (from) => {
    expect(() => parseTimeWindow({ from }, now)).toThrow(
      `--from '${from}' is neither a date nor a duration`,
    );
  },
);

it.each([
  [{}, 'last 30 days'],
  [{ from: '7d' }, 'last 7 days'],
  [{ from: '1d' }, 'last day'],
  [{ from: '2026-10-01' }, 'since 2026-10-01'],
  [{ from: '2026-10-01', to: '2d' }, '2026-10-01 to 2d ago'],
  [{ to: '2026-10-01' }, '30 days before 2026-10-01'],
])('calls %j %s', (flags, text) => {
  expect(formatTimeWindow(flags)).toBe(text);
});

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
])('reads %j as the moment %s', (text, expected) => {
  expect(parseIsoMoment(text)).toBe(expected);
});
