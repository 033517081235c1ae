const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The moment moved into its day's working hours (7 to 19 h UTC), and most of a weekend into the Friday before. */
export function workingTime(atMs: number, unit: number): number {
  const midnight = Math.floor(atMs / DAY_MS) * DAY_MS;
  const hours = 7 * HOUR_MS + ((atMs - midnight) / DAY_MS) * 12 * HOUR_MS;
  const daysIntoWeekend = (new Date(midnight).getUTCDay() + 1) % 7;
  const isWeekend = daysIntoWeekend < 2;
  const back = isWeekend && unit < WEEKEND_REST ? (daysIntoWeekend + 1) * DAY_MS : 0;
  return Math.floor(midnight + hours - back);
}

// Some people do work then, and a schedule always does.
const WEEKEND_REST = 0.8;
