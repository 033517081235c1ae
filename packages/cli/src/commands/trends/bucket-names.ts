import type { Granularity, TrendPoint, Trends } from '@svc/contract/history/trends';

export interface BucketNames {
  /** For the axis: `Nov 21`. */
  short: (point: TrendPoint) => string;
  /** For the table: `2026-11-21`. */
  full: (point: TrendPoint) => string;
}

/** The names of a trend's buckets, in the time zone of their start. */
export function createBucketNames({
  granularity,
  timezone,
}: Pick<Trends, 'granularity' | 'timezone'>) {
  const short = new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...SHORT[granularity] });
  // The Swedish locale has the date format of ISO 8601.
  const full = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return {
    short: ({ from }) => short.format(new Date(from)).replace(',', ''),
    full: ({ from }) => full.format(new Date(from)).slice(0, FULL_LENGTHS[granularity]),
  } satisfies BucketNames;
}

const SHORT: Record<Granularity, Intl.DateTimeFormatOptions> = {
  hourly: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  daily: { month: 'short', day: 'numeric' },
  weekly: { month: 'short', day: 'numeric' },
  monthly: { month: 'short', year: 'numeric' },
};

// `2026-11-21 14:00`, `2026-11-21`, and `2026-11`.
const FULL_LENGTHS: Record<Granularity, number> = { hourly: 16, daily: 10, weekly: 10, monthly: 7 };

/** One bucket in words. */
export const BUCKET_WORDS: Record<Granularity, string> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
};
