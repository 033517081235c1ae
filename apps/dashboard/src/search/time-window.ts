import { formatDate } from '../format/time.ts';

const DEFAULT_DAYS = 30;

/** The part of a page's address that chooses its window. */
export interface WindowSearch {
  days?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The window as the API takes it: ISO times; without `to`, it ends now. */
export interface TimeWindow {
  from: string;
  to?: string;
}

/**
 * The chosen window. It begins at midnight in the viewer's time zone, so that a day's page asks the same question all
 * day and finds its answer in the cache.
 */
export function buildTimeWindow(search: WindowSearch, now: Date): TimeWindow {
  if (search.from !== undefined) {
    const from = toMidnight(search.from).toISOString();
    return search.to === undefined
      ? { from }
      : { from, to: toMidnight(search.to, 1).toISOString() };
  }
  const days = search.days ?? DEFAULT_DAYS;
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
  return { from: first.toISOString() };
}

/** One day of the viewer as a window. */
export function buildDayWindow(day: string): Required<TimeWindow> {
  return { from: toMidnight(day).toISOString(), to: toMidnight(day, 1).toISOString() };
}

/** The window in words, as it follows "in": `the last 30 days`, `21 – 28 Nov 2026`. */
export function formatWindow({ days = DEFAULT_DAYS, from, to }: WindowSearch): string {
  if (from !== undefined) {
    const first = formatDate(toMidnight(from));
    if (to === undefined) return `the time since ${first}`;
    return from === to ? first : `the time from ${first} to ${formatDate(toMidnight(to))}`;
  }
  return days === 1 ? 'the time since midnight' : `the last ${days} days`;
}

/** The local day of a time: `2026-11-21`. */
export function toLocalDay(at: Date): string {
  return `${at.getFullYear()}-${padNumber(at.getMonth() + 1)}-${padNumber(at.getDate())}`;
}

function padNumber(number: number): string {
  return String(number).padStart(2, '0');
}

/** The beginning of a local day, or of one `daysLater`. */
export function toMidnight(day: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater);
}
