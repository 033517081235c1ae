import { MAX_BUCKETS, type Granularity } from '@svc/contract/history/trends';
import { Temporal } from 'temporal-polyfill';

/** A calendar interval: `from` inclusive, `to` exclusive. */
export interface Bucket {
  from: Date;
  to: Date;
}

/**
 * The buckets that overlap a window in a time zone, ascending and without gaps. The first begins at or before the
 * window, the last ends at or after it. A day begins with the first instant of its date. An hour begins whenever the
 * clock changes to another hour, or repeats the same one. Stops at MAX_BUCKETS + 1 buckets.
 */
export function splitIntoBuckets(
  window: { from: Date; to: Date },
  granularity: Granularity,
  timezone: string,
): Bucket[] {
  const { begin, next, usualMs } = CALENDAR[granularity];
  const buckets: Bucket[] = [];
  let start = begin(toMoment(timezone, window.from));
  if (usualMs !== null && computeClockChangeMs(start) > window.to.getTime() + usualMs) {
    const isWhole = begin(next(start)).epochMilliseconds - start.epochMilliseconds === usualMs;
    if (isWhole) return buildEvenBuckets(start.epochMilliseconds, window.to.getTime(), usualMs);
  }
  while (start.epochMilliseconds < window.to.getTime() && buckets.length <= MAX_BUCKETS) {
    const end = begin(next(start));
    buckets.push({ from: toDate(start), to: toDate(end) });
    start = end;
  }
  return buckets;
}

/** The zone's next clock change. A bucket that begins with one may be shorter. */
function computeClockChangeMs(at: Moment): number {
  return at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
}

/**
 * Buckets without a clock change in between. Calendar arithmetic for each would cost more than the rest of the
 * answer.
 */
function buildEvenBuckets(fromMs: number, toMs: number, lengthMs: number): Bucket[] {
  const count = Math.min(Math.ceil((toMs - fromMs) / lengthMs), MAX_BUCKETS + 1);
  return Array.from({ length: count }, (_, index) => ({
    from: new Date(fromMs + index * lengthMs),
    to: new Date(fromMs + (index + 1) * lengthMs),
  }));
}

type Moment = Temporal.ZonedDateTime;

const HOUR_MS = 60 * 60 * 1000;

const CALENDAR: Record<
  Granularity,
  {
    /** The beginning of the bucket that contains the moment. */
    begin(at: Moment): Moment;
    /** A moment in the bucket after the one that begins at `start`. */
    next(start: Moment): Moment;
    /** The length of a bucket without a clock change; null when the calendar decides. */
    usualMs: number | null;
  }
> = {
  hourly: {
    begin: (at) => at.round({ smallestUnit: 'hour', roundingMode: 'floor' }),
    next: advanceToNextHour,
    usualMs: HOUR_MS,
  },
  daily: {
    begin: (at) => at.startOfDay(),
    next: (start) => start.add({ days: 1 }),
    usualMs: 24 * HOUR_MS,
  },
  weekly: {
    begin: (at) => at.subtract({ days: at.dayOfWeek - 1 }).startOfDay(),
    next: (start) => start.add({ weeks: 1 }),
    usualMs: 7 * 24 * HOUR_MS,
  },
  monthly: {
    begin: (at) => at.with({ day: 1 }).startOfDay(),
    next: (start) => start.add({ months: 1 }),
    usualMs: null,
  },
};

/**
 * The next hour is not always 60 minutes away: on Lord Howe Island, clocks change by half an hour, and an hour takes
 * 30 or 90 minutes.
 */
function advanceToNextHour(start: Moment): Moment {
  let at = start;
  do at = at.add({ minutes: 60 - at.minute });
  while (at.hour === start.hour && at.minute !== 0);
  return at;
}

function toMoment(timezone: string, date: Date): Moment {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timezone);
}

function toDate(moment: Moment): Date {
  return new Date(moment.epochMilliseconds);
}
