const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment so many days of 24 hours before. */
export function subtractDays(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS);
}
