const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When something was, seen from now: `just now`, `14 min ago`, `2 h ago`, `3 d ago`; from 30 days on, the date. */
export function formatAgo(at: Date, now: Date): string {
  const agoMs = now.getTime() - at.getTime();
  const awayMs = Math.abs(agoMs);
  if (awayMs < MINUTE_MS) return 'just now';
  if (awayMs >= 30 * DAY_MS) return formatDate(at);
  if (agoMs > 0) return `${formatSpan(awayMs)} ago`;
  // To the minute, so that what ends in 7 days does not end `in 6 d` a second later.
  return `in ${formatSpan(Math.ceil(awayMs / MINUTE_MS) * MINUTE_MS)}`;
}

/** How long something has lasted: `2 h`, `3 d`. */
export function formatSpan(fromMs: number): string {
  if (fromMs < MINUTE_MS) return 'a moment';
  if (fromMs < HOUR_MS) return `${Math.floor(fromMs / MINUTE_MS)} min`;
  if (fromMs < DAY_MS) return `${Math.floor(fromMs / HOUR_MS)} h`;
  return `${Math.floor(fromMs / DAY_MS)} d`;
}

/** `2 Oct 2026`, in the viewer's time zone. */
export function formatDate(at: Date): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `2 Oct`, for axes. `timeZone` is that of the buckets. */
export function formatDay(at: Date, timeZone?: string): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone });
}

/** `2 Oct 14:05`, in the viewer's time zone. */
export function formatTime(at: Date): string {
  return `${formatDay(at)} ${formatClock(at)}`;
}

/** `14:05`, in the viewer's time zone. */
export function formatClock(at: Date): string {
  return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** The day as in `formatDay`, and `today` for the day of `now`. */
export function formatDayOrToday(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? 'today' : formatDay(at);
}

/** The exact time, for hovering: `21 Nov 2026, 08:59:00 UTC · 09:59:00 local`. */
export function formatExact(at: Date): string {
  const utc = at.toLocaleString('en-GB', { ...EXACT, timeZone: 'UTC' });
  const local = at.toLocaleTimeString('en-GB');
  return `${utc} UTC · ${local} local`;
}

const EXACT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};
