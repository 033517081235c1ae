/**
 * Converts seconds in a report to milliseconds: `1.5`, with thousands separators `1,234.5`, or with the decimal comma
 * of some locales `0,25`. Undefined for anything else.
 */
export function millisecondsOf(seconds: string | undefined): number | undefined {
  const text = seconds?.trim() ?? '';
  const grouped = /^(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)$/.test(text);
  const value = Number(grouped ? text.replaceAll(',', '') : text.replace(/^(\d+),(\d+)$/, '$1.$2'));
  if (text === '' || !Number.isFinite(value) || value < 0) return undefined;
  return Math.round(value < LEAST_NANOSECONDS ? value * 1000 : value / 1_000_000);
}

// No test takes eleven days. Google's container-structure-test writes nanoseconds, and a millisecond in nanoseconds
// is this large.
const LEAST_NANOSECONDS = 1_000_000;

/**
 * Epoch ms of a date and time: ISO 8601, other forms that `Date.parse` accepts, or a number of seconds or
 * milliseconds. `zoneless` is the zone of a time without one: tools differ in which zone they mean. Undefined for
 * text that is not a time, and for times outside this century.
 */
export function epochMs(time: string | undefined, zoneless: 'utc' | 'local'): number | undefined {
  const text = time?.trim().replace(/(?<=\d) ?UTC$/i, 'Z') ?? '';
  if (/^\d{10}(?:\d{3})?$/.test(text)) return epochMsOf(Number(text));
  const hasZone = /(?:Z|GMT|[+-]\d\d:?\d\d)$/i.test(text);
  const at = Date.parse(hasZone || zoneless === 'local' ? text : `${text}Z`);
  return at >= EARLIEST && at < LATEST ? at : undefined;
}

/** The same for a number of seconds or milliseconds. */
export function epochMsOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const at = value < LATEST / 1000 ? value * 1000 : value;
  return at >= EARLIEST && at < LATEST ? Math.round(at) : undefined;
}

// jest-junit writes 1970 for a file that did not start.
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Milliseconds of .NET's time span `[days.]hh:mm:ss[.fraction]`. Undefined for anything else. */
export function millisecondsOfSpan(span: string | undefined): number | undefined {
  const parts = /^(?:(\d{1,5})\.)?(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d{1,12})?)$/.exec(
    span?.trim() ?? '',
  );
  if (parts === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}
