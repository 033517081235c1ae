import { expect, it } from 'vitest';
import { toDays } from './days.ts';

const days = (from: string, shownTo: string) =>
  toDays({ from: new Date(from), shownTo: new Date(shownTo) });

it.each([
  ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', ['2026-11-20']],
  ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.001Z', ['2026-11-20', '2026-11-21']],
  ['2024-02-28T12:00:00Z', '2024-03-01T00:00:00Z', ['2024-02-28', '2024-02-29']],
])('has every day of %s to %s', (from, shownTo, expected) => {
  expect(days(from, shownTo)).toEqual(expected);
});
