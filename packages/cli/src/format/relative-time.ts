const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * `14 min ago`, for tables. After 30 days the date is more useful. A time in the future (another machine's clock is
 * fast) is `just now` up to a minute, then its date and time.
 */
export function relativeTime(iso: string, now: Date): string {
  const agoMs = now.getTime() - Date.parse(iso);
  if (agoMs < -MINUTE_MS) return fullTime(iso);
  if (agoMs < 10_000) return 'just now';
  if (agoMs < MINUTE_MS) return `${Math.floor(agoMs / 1000)} s ago`;
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  if (agoMs <= 30 * DAY_MS) return `${Math.floor(agoMs / DAY_MS)} d ago`;
  return iso.slice(0, 10);
}

/** `2026-11-20 10:00:00 UTC`, for details. */
export function fullTime(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
