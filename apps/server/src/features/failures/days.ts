import { SvcError } from '../../errors.ts';
import type { AskedWindow } from '../../input/window.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 1_000;

/**
 * The days of a window in UTC, as `2026-11-21`, oldest first: from the one in which it begins to the one
 * in which what it shows ends.
 * @throws SvcError BAD_REQUEST for more than 1,000.
 */
export function daysOf({ from, shownTo }: Pick<AskedWindow, 'from' | 'shownTo'>): string[] {
  const first = Math.floor(from.getTime() / DAY_MS);
  const count = Math.ceil(shownTo.getTime() / DAY_MS) - first;
  if (count > MAX_DAYS) throw tooManyDays(count);
  return Array.from({ length: count }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
}

function tooManyDays(count: number): SvcError {
  const message = `The window has ${count} days, of which each would be counted; ask for at most ${MAX_DAYS}`;
  return new SvcError('BAD_REQUEST', `from, to: ${message}.`, {
    details: ['from', 'to'].map((path) => ({ path, message })),
  });
}
