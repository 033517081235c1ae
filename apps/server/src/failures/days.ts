import type { AskedWindow } from '../http/input/window.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The days of a window in UTC, as `2026-11-21`, oldest first: from the day on which it begins to the day on which its
 * visible part ends.
 */
export function toDays({ from, shownTo }: Pick<AskedWindow, 'from' | 'shownTo'>): string[] {
  const first = Math.floor(from.getTime() / DAY_MS);
  const count = Math.ceil(shownTo.getTime() / DAY_MS) - first;
  return Array.from({ length: count }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
}
