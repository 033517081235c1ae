const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment so many days of 24 hours before. */
export function subtractDays(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS);
}

/** Formats the UTC day: `2026-11-23`. */
export function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
