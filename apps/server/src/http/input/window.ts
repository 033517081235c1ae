import { Temporal } from 'temporal-polyfill';
import { SvcError } from '../../errors.ts';

/** The executions that began at `from` or later and before `to`. */
export interface Window {
  from: Date;
  to: Date;
}

export interface AskedWindow extends Window {
  /** The end that answers report. If the request has no `to`, this is now, and `to` is a day later. */
  shownTo: Date;
}

const DEFAULT_DAYS = 30;
// A year and a margin. Longer windows read too much for a server that has other work.
const MAX_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The window from `from` (inclusive) to `to` (exclusive). `to` is now by default, `from` 30 days before `to`. A date
 * means its first moment in `timezone`.
 * @throws SvcError BAD_REQUEST when the window is empty, or longer than 400 days.
 */
export function parseWindow(
  asked: { from?: string | undefined; to?: string | undefined; timezone?: string | undefined },
  now: Date,
): AskedWindow {
  const { timezone = 'UTC' } = asked;
  const end = asked.to === undefined ? now : parseMoment(asked.to, timezone);
  const from =
    asked.from === undefined
      ? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS)
      : parseMoment(asked.from, timezone);
  // Clocks differ: an execution dated slightly in the future still belongs to "until now".
  const to = asked.to === undefined ? new Date(end.getTime() + DAY_MS) : end;
  const shownTo = from < end ? end : to;
  if (shownTo.getTime() - from.getTime() > MAX_DAYS * DAY_MS) throw buildTooLongError();
  if (from < to) return { from, to, shownTo };
  const message = `Must lie before \`to\`${asked.to === undefined ? ', by default now' : ''}`;
  throw new SvcError('BAD_REQUEST', `from: ${message}.`, { details: [{ path: 'from', message }] });
}

function buildTooLongError(): SvcError {
  const message = `The window may have at most ${MAX_DAYS} days`;
  return new SvcError('BAD_REQUEST', `from, to: ${message}.`, {
    hint: 'Ask for several shorter windows instead.',
    details: ['from', 'to'].map((path) => ({ path, message })),
  });
}

/** The window of equal length that ends where this one begins. */
export function computeWindowBefore({ from, to }: Window): Window {
  const lengthMs = to.getTime() - from.getTime();
  return { from: clampToCalendar(from.getTime() - lengthMs), to: from };
}

function parseMoment(text: string, timezone: string): Date {
  return clampToCalendar(
    text.includes('T')
      ? Date.parse(text)
      : Temporal.PlainDate.from(text).toZonedDateTime(timezone).epochMilliseconds,
  );
}

// Nothing ran outside these limits, and inside, every calendar bucket has a four-digit year in every time zone.
const EARLIEST_MS = Date.parse('0001-02-01');
const LATEST_MS = Date.parse('9999-12-01');

function clampToCalendar(atMs: number): Date {
  return new Date(Math.min(Math.max(atMs, EARLIEST_MS), LATEST_MS));
}

/**
 * True for a time in the form of `toISOString`, in a year that Postgres accepts. Date.parse alone accepts almost
 * anything.
 */
export function isUtcTime(text: string): boolean {
  return /^[1-9]\d{3}-/.test(text) && new Date(Date.parse(text) || 0).toISOString() === text;
}
