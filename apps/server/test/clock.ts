/**
 * The one clock of a test process: the app reads it, and so does all that tests make. So an upload never
 * begins at a time that its server has not reached, whatever the calendar of the machine says.
 */
export const testClock = { now: (): Date => (set === null ? new Date() : new Date(set)) };

let set: number | null = null;

/** What the clock says from now on: this time, standing still, or the machine's where it is null. */
export function setNow(at: Date | null): void {
  set = at === null ? null : at.getTime();
}

/** The time so many hours ago. */
export function timeBefore(hours: number): string {
  return new Date(testClock.now().getTime() - hours * 3_600_000).toISOString();
}

/** The time in so many days, or as many days ago. */
export function inDays(days: number): Date {
  return new Date(testClock.now().getTime() + days * 86_400_000);
}
