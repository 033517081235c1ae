/**
 * Epoch ms of a date and time: ISO 8601, Go's `2026-11-20 10:00:00 +0100 CET`, other forms that `Date.parse` accepts,
 * or a number of seconds or smaller units. `zoneless` is the zone of a time without one: tools differ in which zone
 * they mean. Undefined for text that is not a time, for the zero of a tool's clock, and for times outside this century.
 */
export function parseEpochMs(
  time: string | undefined,
  zoneless: 'utc' | 'local',
): number | undefined {
  const text = withoutZoneName(time?.trim() ?? '');
  if (/^\d{9,19}(?:\.\d{1,9})?$/.test(text)) return toEpochMs(Number(text));
  const hasZone = /(?:Z|GMT|[+-]\d\d:?\d\d)$/i.test(text);
  const at = Date.parse(hasZone || zoneless === 'local' ? text : `${text}Z`);
  return isInReach(at) && hasYear(text, at) ? at : undefined;
}

/** Converts a number of seconds, milliseconds, microseconds or nanoseconds. */
export function toEpochMs(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  let at = value < LATEST / 1000 ? value * 1000 : value;
  while (at >= LATEST) at /= 1000;
  return isInReach(at) ? Math.round(at) : undefined;
}

/** Whether a time, in epoch ms, is of this century, and not the zero of a clock. */
export function isInReach(at: number): boolean {
  return at >= EARLIEST && at < LATEST;
}

// Clocks of tools begin with the years 1, 1601, 1899, 1970, 1980, 2000 (in Delphi's dates) and 2001 (Apple's), in any zone.
const EARLIEST = Date.UTC(2001, 0, 3);
const LATEST = Date.UTC(2100, 0, 1);

/** Go and JavaScript add the zone's name to its offset, and Go a second clock. */
function withoutZoneName(text: string): string {
  return text
    .replace(/ m=[+-]\d{1,15}(?:\.\d{1,9})?$/, '')
    .replace(/(?<=[+-]\d{4}) (?:[A-Z]{3,5}|\([\w ]{1,60}\))$/, '')
    .replace(/(?<=\d) ?UTC$/i, 'Z');
}

/**
 * Whether the text itself contains the year. `Date.parse` reads the year 1 of Go's and .NET's zero times as 2001, and
 * other years of two digits as it likes.
 */
function hasYear(text: string, at: number): boolean {
  const year = new Date(at).getUTCFullYear();
  // The time's own zone may have another year on New Year's Day.
  return (text.match(/(?<![\d.])\d{4}(?!\d)/g) ?? []).some(
    (digits) => Math.abs(Number(digits) - year) <= 1,
  );
}
