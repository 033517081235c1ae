/**
 * Converts seconds in a report to milliseconds: `1.5`, with thousands separators `1,234.5`, or with the decimal comma
 * of some locales `0,25`. Undefined for anything else, such as the time of day.
 */
export function parseSecondsToMs(seconds: string | undefined): number | undefined {
  const text = seconds?.trim() ?? '';
  const grouped = /^(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)$/.test(text);
  const value = Number(grouped ? text.replaceAll(',', '') : text.replace(/^(\d+),(\d+)$/, '$1.$2'));
  if (text === '' || !Number.isFinite(value) || value < 0 || isTimeOfDay(value)) return undefined;
  return Math.round(value < LEAST_NANOSECONDS ? value * 1000 : value / 1_000_000);
}

/**
 * Whether a number is a time of these years, not a duration: in seconds, milliseconds, or smaller units. As
 * nanoseconds, the first two would be about 1.8 s and 30 minutes, and the others longer than any test.
 */
function isTimeOfDay(value: number): boolean {
  const isOfUnit = (perSecond: number) =>
    value >= FIRST_SECOND * perSecond && value < LAST_SECOND * perSecond;
  return isOfUnit(1) || isOfUnit(1_000) || value >= LEAST_NANOSECONDS * 1_000_000_000;
}

const FIRST_SECOND = Date.UTC(2020, 8, 1) / 1000;
const LAST_SECOND = Date.UTC(2032, 0, 1) / 1000;

// No test takes eleven days. Google's container-structure-test writes nanoseconds, and a millisecond in nanoseconds
// is this large.
const LEAST_NANOSECONDS = 1_000_000;

/** Milliseconds of .NET's time span `[days.]hh:mm:ss[.fraction]`. Undefined for anything else. */
export function parseSpanToMs(span: string | undefined): number | undefined {
  const parts = /^(?:(\d{1,5})\.)?(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d{1,12})?)$/.exec(
    span?.trim() ?? '',
  );
  if (parts === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}
