import { CommandError } from '../errors/exit.ts';

export interface TimeFlags {
  from?: string | undefined;
  to?: string | undefined;
}

/** The flags as the contract's `from` and `to`: `7d` becomes the time 7 days ago, dates are unchanged. */
export function parseTimeWindow({ from, to }: TimeFlags, now: Date): TimeFlags {
  return {
    from: from === undefined ? undefined : moment('--from', from, now),
    to: to === undefined ? undefined : moment('--to', to, now),
  };
}

/** The window in words, for the first line of an answer. */
export function formatTimeWindow({ from, to }: TimeFlags): string {
  const span = from === undefined ? undefined : parseSpan(from);
  if (to === undefined) {
    if (from === undefined) return 'last 30 days';
    return span === undefined
      ? `since ${from}`
      : `last ${span.count === 1 ? '' : `${span.count} `}${span.name}`;
  }
  if (from === undefined) return `30 days before ${formatAgo(to)}`;
  return `${formatAgo(from)} to ${formatAgo(to)}`;
}

/** How long ago `30m`, `12h`, `7d` or `2w` is; undefined for any other text. */
function parseSpan(text: string): { ms: number; count: number; name: string } | undefined {
  const [, digits, letter = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  const unit = UNITS[letter];
  if (unit === undefined) return undefined;
  const count = Number(digits);
  return { ms: count * unit.ms, count, name: `${unit.name}${count === 1 ? '' : 's'}` };
}

const HOUR_MS = 3_600_000;
const UNITS: Record<string, { name: string; ms: number }> = {
  m: { name: 'minute', ms: 60_000 },
  h: { name: 'hour', ms: HOUR_MS },
  d: { name: 'day', ms: 24 * HOUR_MS },
  w: { name: 'week', ms: 7 * 24 * HOUR_MS },
};

/**
 * The time that a flag means: `7d` is 7 days ago, a date is unchanged.
 * @throws CommandError for any other text.
 */
export function moment(flag: string, text: string, now: Date): string {
  const span = parseSpan(text);
  if (span !== undefined) return new Date(now.getTime() - span.ms).toISOString();
  if (parseIsoMoment(text) !== undefined) return text;
  const problem = `${flag} '${text}' is neither a date nor a duration`;
  throw new CommandError(problem, `write ${flag} 7d, ${flag} 12h or ${flag} 2026-10-01`);
}

/**
 * The time of `--expires`: `14d`, `2w` or `12h` from now, or a date (its first moment, UTC) or date-time with a zone, as
 * ISO. `forms` are what may be typed.
 * @throws CommandError for any other text. The server refuses times that are over.
 */
export function parseExpiryTime(text: string, now: Date, forms: string): string {
  // Nothing ends within minutes.
  const span = text.endsWith('m') ? undefined : parseSpan(text);
  const time =
    span === undefined ? parseIsoMoment(text) : new Date(now.getTime() + span.ms).toISOString();
  if (time !== undefined) return time;
  throw new CommandError(`--expires '${text}' is neither a date nor a duration`, `write ${forms}`);
}

function formatAgo(text: string): string {
  return parseSpan(text) === undefined ? text : `${text} ago`;
}

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/**
 * The moment that a date (its first one, UTC) or a date-time with its zone means, as ISO. Undefined for any other text, for
 * a day that the calendar does not have, and for a time without a zone, which each machine would read differently.
 */
export function parseIsoMoment(text: string): string | undefined {
  const day = MOMENT.exec(text)?.[1];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  const moment = new Date(text.toUpperCase());
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(moment.getTime())) return undefined;
  // JavaScript reads 2026-02-31 as 3 March.
  return midnight.toISOString().startsWith(day) ? moment.toISOString() : undefined;
}
