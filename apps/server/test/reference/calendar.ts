import type { Granularity } from '@svc/contract/history/trends';

/** A time interval in milliseconds: `from` inclusive, `to` exclusive. */
export interface Bucket {
  from: number;
  to: number;
}

// In the years of the tests, every UTC offset is a multiple of a quarter of an hour.
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Longer than any such bucket, including daylight saving. */
const LONGEST_MS: Record<Granularity, number> = {
  hourly: 2 * 3_600_000,
  daily: 2 * DAY_MS,
  weekly: 8 * DAY_MS,
  monthly: 32 * DAY_MS,
};

/**
 * The buckets that overlap a window, ascending. Steps through quarters of an hour, reads the local clock and calendar
 * at each, and starts a bucket whenever they change.
 */
export function bucketsOf(window: Bucket, granularity: Granularity, timeZone: string): Bucket[] {
  const longestMs = LONGEST_MS[granularity];
  const first = Math.floor((window.from - longestMs) / QUARTER_MS) * QUARTER_MS;
  const begins = BEGINS[granularity];
  const starts: number[] = [];
  let before = clockIn(timeZone, first);
  for (let at = first + QUARTER_MS; at < window.to + longestMs; at += QUARTER_MS) {
    const now = clockIn(timeZone, at);
    if (begins(now, before)) starts.push(at);
    before = now;
  }
  return starts
    .map((from, index) => ({ from, to: starts[index + 1] ?? Infinity }))
    .filter((bucket) => bucket.to > window.from && bucket.from < window.to);
}

/** When a date begins in a time zone. This is not always midnight, which daylight saving may skip or repeat. */
export function startOfDate(date: string, timeZone: string): number {
  const utc = Date.parse(date);
  const days = bucketsOf({ from: utc - DAY_MS, to: utc + DAY_MS }, 'daily', timeZone);
  const found = days.find(({ from }) => clockIn(timeZone, from).date === date);
  if (found === undefined) throw new Error(`${date} did not happen in ${timeZone}`);
  return found.from;
}

interface Clock {
  /** 2026-11-21 */
  date: string;
  minute: string;
  weekday: string;
}

const BEGINS: Record<Granularity, (now: Clock, before: Clock) => boolean> = {
  hourly: (now) => now.minute === '00',
  daily: (now, before) => now.date > before.date,
  weekly: (now, before) => now.date > before.date && now.weekday === 'Mon',
  monthly: (now, before) => now.date.slice(0, 7) > before.date.slice(0, 7),
};

// Formatting a local time takes longer than everything else, and tests read the same moments repeatedly.
const readClocks = new Map<string, Clock>();

function clockIn(timeZone: string, at: number): Clock {
  const key = `${timeZone} ${at}`;
  const clock = readClocks.get(key) ?? readClock(timeZone, at);
  readClocks.set(key, clock);
  return clock;
}

function readClock(timeZone: string, at: number): Clock {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    minute: part('minute'),
    weekday: part('weekday'),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
}
