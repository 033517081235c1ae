const DAY_MS = 86_400_000;
const MOST_STEPS = 6;

/** The marks of an axis of time. */
export interface TimeTicks {
  /** In ms, ascending. */
  at: number[];
  unit: 'day' | 'minute';
}

/** The starts of days of the viewer from `first` to `last`, at most 7; within a day and a half, both ends. */
export function timeTicks(first: number, last: number): TimeTicks {
  if (last - first < 1.5 * DAY_MS) return { at: [...new Set([first, last])], unit: 'minute' };
  const step = Math.ceil((last - first) / DAY_MS / MOST_STEPS);
  const at: number[] = [];
  // By the calendar, because a day has 23 or 25 hours at times.
  for (const day = new Date(first); ; day.setDate(day.getDate() + step)) {
    day.setHours(0, 0, 0, 0);
    if (day.getTime() > last) break;
    at.push(day.getTime());
  }
  return { at, unit: 'day' };
}
