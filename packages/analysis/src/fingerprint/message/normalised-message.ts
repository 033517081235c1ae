import { isDottedName, isNamePosition } from './name-position.ts';
import { maskName, maskWord } from './normalised-message-word.ts';
import { withoutValues } from './normalised-message-values.ts';

/**
 * The kind of a text. In an `assertion`, every quoted or bracketed value is replaced; in an `other` message, only
 * long quotations; in a `locator`, which its author wrote, only surely random parts.
 */
export type TextKind = 'assertion' | 'locator' | 'other';

/**
 * One line with a placeholder for everything that changes from run to run or machine to machine:
 * `<n>`, `<duration>`, `<date>`, `<time>`, `<id>` (hex, base62, base64, nanoid, ULID, UUID, pointers), `<host>`,
 * `<url>`, `<tmp>`, `<str>`, `<list>`, `<object>`, `<function>`. Absolute paths become relative ones,
 * and lose line and column; `repository` is the name of the folder that marks their root, or empty. Kept: HTTP
 * statuses, exit codes, `ENOENT`, `TS2554`, `null`, `NaN`. Linear in the length of the line.
 */
export function normaliseMessage(line: string, kind: TextKind, repository = ''): string {
  const text =
    kind === 'locator'
      ? withoutCounts(line)
      : withoutValues(withoutQueries(line), kind === 'assertion');
  const statuses = hasStatuses(text, kind);
  const masked = withoutWords(text, (word, at) => {
    if (statuses && STATUS.test(word) && !isMeasure(text, at + word.length)) return word;
    if (CODE.test(word) && isExitCode(text, at)) return word;
    const isName = isDottedName(word) && isNamePosition(text, at, at + word.length);
    const plain = isName ? maskName(word) : maskWord(word, repository);
    return kind === 'locator' && SHORT_NUMBER.test(word) && !plain.includes('<id>') ? word : plain;
  });
  return masked === text ? text : joinPlaceholders(masked);
}

/** `getByText('17 items left')`: numbers between the words of a quoted text are values. Selectors keep theirs. */
function withoutCounts(locator: string): string {
  if (!/\d/.test(locator)) return locator;
  return locator.replaceAll(QUOTED_TEXT, (quoted) =>
    quoted.includes(' ') ? quoted.replaceAll(COUNT, '<n>') : quoted,
  );
}

const QUOTED_TEXT = /(["'`])[^"'`\n]{1,200}\1/g;
const COUNT = /(?<=["'`\s$€£#])\d{1,20}(?:[.,]\d{1,20}){0,3}(?=["'`\s.,;:!?%)])/g;

/** `/carts?page=2&token=…`: a query has values of one run. */
function withoutQueries(text: string): string {
  return text.includes('?') ? text.replaceAll(/\?[\w.%-]{1,60}=[^\s'"`<>)\]}]*/g, '') : text;
}

/** Replaces the words that may contain a value: nearly every word of a message is passed over. */
function withoutWords(text: string, masked: (word: string, at: number) => string): string {
  let result = '';
  let copied = 0;
  TELLING.lastIndex = 0;
  while (TELLING.test(text)) {
    let start = TELLING.lastIndex - 1;
    while (start > copied && !isBreak(text, start - 1)) start--;
    let end = TELLING.lastIndex;
    while (end < text.length && !isBreak(text, end)) end++;
    result += text.slice(copied, start) + masked(text.slice(start, end), start);
    copied = end;
    TELLING.lastIndex = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

const TELLING = /[\d/\\]|[a-z][A-Z]|[A-Z]{2}[a-z]|[a-f]{7}|[A-F]{7}/g;

/** Words end at spaces, quotes and brackets. */
function isBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? BREAKS[code] === true : /\s/.test(text.charAt(at));
}

const BREAKS = Array.from({ length: 128 }, (_, code) =>
  /[\s'"`<>(){}[\]|,;=]/.test(String.fromCharCode(code)),
);

const CODE = /^:?-?(?:\d{1,10}|0x[\da-f]{1,16}|[\dA-Z]{5})[.:!]?$/i;
const SHORT_NUMBER = /^[a-z_$.#:-]{0,40}\d{1,2}$/i;

// Registered statuses that servers actually send; other three-digit numbers are quantities.
const STATUS_CODE =
  '(?:20[0-8]|226|30[0-8]|40\\d|41[0-8]|42[1-689]|431|451|499|50[0-8]|51[01]|52[0-6])';
const STATUS = new RegExp(`^:?${STATUS_CODE}[.:!]?$`);
const STATUS_WORDS = new RegExp(
  `status|HTTP\\b|^${STATUS_CODE}\\b|\\b${STATUS_CODE} (?:OK|Created|No Content|Moved|Found|Bad |Unauth|Payment|Forbidden|Not |Method|Conflict|Gone|Unproc|Too Many|Internal|Service|Gateway)`,
  'i',
);

/** Whether the text mentions HTTP statuses, or is an assertion whose numbers (two or more) are all such statuses. */
function hasStatuses(text: string, kind: TextKind): boolean {
  if (kind === 'locator' || !ANY_STATUS.test(text)) return false;
  if (STATUS_WORDS.test(text)) return true;
  if (kind !== 'assertion') return false;
  const numbers = (text.match(/[\w.+-]+/g) ?? []).filter((word) => /\d/.test(word));
  return numbers.length >= 2 && numbers.every((number) => STATUS.test(number));
}

const ANY_STATUS = new RegExp(`\\b${STATUS_CODE}\\b`);

/** `200 ms`, `404 items`: the number counts something. */
function isMeasure(text: string, end: number): boolean {
  return MEASURE.test(text.slice(end, end + 16));
}

const MEASURE =
  /^ ?(?:ms|s|sec|seconds?|milliseconds?|minutes?|%|px|bytes?|[KMG]i?B|times?|items?|rows?)\b/;

/** `exited with code 137`, `exit status 2`, `errno -13`, `SQLSTATE[23505]`, `HRESULT: 0x80070005`. */
function isExitCode(text: string, start: number): boolean {
  return EXIT_WORDS.test(text.slice(Math.max(0, start - 24), start));
}

const EXIT_WORDS =
  /(?:\b(?:exit|exited|exited with|exit status|exited with status|errno|signal|hresult|sqlstate)|\b(?:exit|error|return|result|status|with)[ -]?code)[:=]? ?\[?$/i;

/** Joins parts that were masked separately: decimals, thousands, lists of numbers, dates with a time. */
function joinPlaceholders(text: string): string {
  let whole = text
    .replaceAll(/(?<![\w>])[-+]<n>/g, '<n>')
    .replaceAll(/<n>(?:(?:, ?|[.:×x])<n>)+/g, '<n>')
    .replaceAll(
      /<n>[., ]?(?:<duration>|(?:ms|s|secs?|seconds?|milliseconds?|minutes?|mins?|hours?|h|µs|ns)\b)/g,
      '<duration>',
    );
  if (whole.includes('<duration> <duration>')) {
    whole = whole.replaceAll(/<duration>(?: <duration>)+/g, '<duration>');
  }
  if (whole.includes('<id>=')) whole = whole.replaceAll(/<id>==?/g, '<id>');
  whole = whole.replaceAll(HALF_DAYS, '<time>');
  return DATED.test(whole) ? whole.replaceAll(DATES, '<date>') : whole;
}

// `10:11 PM`, `3 p.m.`
const HALF_DAYS = /<(?:time|n)> ?(?:[AP]M|[ap]\.?m)\b/g;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?';
const CLOCK =
  '(?:,? (?:<time>|<n>))?(?: ?(?:UTC|GMT(?:[-+]<n>)?|[-+]<n>|Z)(?: \\([^()]{1,60}\\))?)?';
const DATED = new RegExp(`<date>|<n> ${MONTH}|${MONTH} <n>`);
const DATES = new RegExp(
  `<date>${CLOCK}|${DAY}(?:${MONTH} <n>|<n> ${MONTH})(?:,? <n>)?${CLOCK}`,
  'g',
);
