import { expect, it } from 'vitest';
import { daysOf } from './days.ts';

const days = (from: string, shownTo: string) =>
  daysOf({ from: new Date(from), shownTo: new Date(shownTo) });

it.each([
  ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', ['2026-11-20']],
  ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.001Z', ['2026-11-20', '2026-11-21']],
  ['2024-02-28T12:00:00Z', '2024-03-01T00:00:00Z', ['2024-02-28', '2024-02-29']],
])('has every day of %s to %s', (from, shownTo, expected) => {
  expect(days(from, shownTo)).toEqual(expected);
});

it('refuses more than 1,000 days, naming the window', () => {
  expect(days('2024-01-01', '2026-09-27')).toHaveLength(1_000);
  expect(() => days('2024-01-01', '2026-09-28')).toThrow(
    'from, to: The window has 1001 days, of which each would be counted; ask for at most 1000.',
  );
});
