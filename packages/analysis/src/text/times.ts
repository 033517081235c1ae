const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * `14 min ago`, for tables. After 30 days the date is more useful. A time in the future (another machine's clock is
 * fast) is `just now` up to a minute, then its date and time.
 */
export function formatRelativeTime(iso: string, now: Date): string {
  const agoMs = now.getTime() - Date.parse(iso);
  if (agoMs < -MINUTE_MS) return formatFullTime(iso);
  if (agoMs < 10_000) return 'just now';
  if (agoMs < MINUTE_MS) return `${Math.floor(agoMs / 1000)} s ago`;
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  if (agoMs <= 30 * DAY_MS) return `${Math.floor(agoMs / DAY_MS)} d ago`;
  return iso.slice(0, 10);
}

/** How long until a time, for tables: `12 s`, `4 min`, `10 h`; `now` once it has come. */
export function formatRemainingTime(iso: string, now: Date): string {
  const remainingMs = Date.parse(iso) - now.getTime();
  if (remainingMs < 1000) return 'now';
  if (remainingMs < MINUTE_MS) return `${Math.floor(remainingMs / 1000)} s`;
  if (remainingMs < HOUR_MS) return `${Math.floor(remainingMs / MINUTE_MS)} min`;
  if (remainingMs < 2 * DAY_MS) return `${Math.floor(remainingMs / HOUR_MS)} h`;
  return `${Math.floor(remainingMs / DAY_MS)} d`;
}

/** `2026-11-20 10:00:00 UTC`, for details. */
export function formatFullTime(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
