import { SvcError } from '../errors.ts';

export interface Window {
  from: Date;
  to: Date;
}

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The window of `from` (inclusive) and `to` (exclusive); by default the 30 days before `to`, and
 * `to` now. A date is midnight UTC.
 * @throws SvcError BAD_REQUEST when it is empty.
 */
export function windowOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Window {
  // Clocks differ: an execution that began a moment from now still belongs to "until now".
  const end = to === undefined ? new Date(now.getTime() + DAY_MS) : new Date(to);
  const start =
    from === undefined
      ? new Date((to === undefined ? now : end).getTime() - DEFAULT_DAYS * DAY_MS)
      : new Date(from);
  if (start < end) return { from: start, to: end };
  const message = 'Must lie before `to`';
  throw new SvcError('BAD_REQUEST', `from: ${message}.`, { details: [{ path: 'from', message }] });
}
