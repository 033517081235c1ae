import { MAX_BUCKETS, type Granularity } from '@svc/contract/trends';
import { Temporal } from 'temporal-polyfill';

/** A stretch of the calendar: `from` inclusive, `to` exclusive. */
export interface Bucket {
  from: Date;
  to: Date;
}

/**
 * The buckets that a window touches in a time zone, ascending and without gaps; the first begins at
 * or before the window, the last ends at or after it. A day begins with the first moment of its date,
 * an hour whenever the clock comes to show another hour or the same one anew. Of more than
 * MAX_BUCKETS one more is made than allowed, and no further.
 */
export function bucketsOf(
  window: { from: Date; to: Date },
  granularity: Granularity,
  timezone: string,
): Bucket[] {
  const { begin, next } = CALENDAR[granularity];
  const buckets: Bucket[] = [];
  let start = begin(momentIn(timezone, window.from));
  while (start.epochMilliseconds < window.to.getTime() && buckets.length <= MAX_BUCKETS) {
    const end = begin(next(start));
    buckets.push({ from: dateOf(start), to: dateOf(end) });
    start = end;
  }
  return buckets;
}

type Moment = Temporal.ZonedDateTime;

const CALENDAR: Record<
  Granularity,
  {
    /** The beginning of the bucket in which a moment lies. */
    begin(at: Moment): Moment;
    /** A moment of the bucket after the one that begins at `start`. */
    next(start: Moment): Moment;
  }
> = {
  hourly: {
    begin: (at) => at.round({ smallestUnit: 'hour', roundingMode: 'floor' }),
    next: nextHour,
  },
  daily: {
    begin: (at) => at.startOfDay(),
    next: (start) => start.add({ days: 1 }),
  },
  weekly: {
    begin: (at) => at.subtract({ days: at.dayOfWeek - 1 }).startOfDay(),
    next: (start) => start.add({ weeks: 1 }),
  },
  monthly: {
    begin: (at) => at.with({ day: 1 }).startOfDay(),
    next: (start) => start.add({ months: 1 }),
  },
};

/** Not always 60 minutes away: on Lord Howe Island clocks are set by half an hour, and an hour takes 30 or 90. */
function nextHour(start: Moment): Moment {
  let at = start;
  do at = at.add({ minutes: 60 - at.minute });
  while (at.hour === start.hour && at.minute !== 0);
  return at;
}

function momentIn(timezone: string, date: Date): Moment {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timezone);
}

function dateOf(moment: Moment): Date {
  return new Date(moment.epochMilliseconds);
}
