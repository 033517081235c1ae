import { SvcError } from '../../errors.ts';

/**
 * The most lists and values in a body that is parsed in one piece. V8 makes up to 570 bytes of an object of nine bytes
 * (`{"34":0},`), so a limit on bytes does not limit memory. The largest valid body has 180,000: 10,000 failures to
 * analyze, each with a history, and 10,000 changed files.
 */
export const BODY_VALUES = 200_000;

/**
 * Parses a JSON body in one piece, with or without a byte order mark. Counts its values first.
 * @throws SvcError PAYLOAD_TOO_LARGE for more than `BODY_VALUES` values, with the hint; BAD_REQUEST for a body that is
 * not JSON.
 */
export function parseJsonBody(bytes: Buffer, hint?: string): unknown {
  checkBodyValues(bytes, hint);
  const text = bytes.toString();
  try {
    return JSON.parse(text.startsWith(BOM) ? text.slice(1) : text);
  } catch (cause) {
    throw new SvcError('BAD_REQUEST', 'The body is not JSON.', { cause });
  }
}

const BOM = '\u{feff}';

/** @throws SvcError PAYLOAD_TOO_LARGE for more than `BODY_VALUES` values, with the hint. */
export function checkBodyValues(bytes: Buffer, hint?: string): void {
  // Every counted value takes at least one byte, so most bodies need no count.
  if (bytes.length <= BODY_VALUES || !hasMoreValues(bytes, BODY_VALUES)) return;
  throw new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The body holds more than ${BODY_VALUES} lists and values.`,
    hint === undefined ? {} : { hint },
  );
}

/** Counts lists, objects and what is in them without parsing: `{`, `[` and `,` outside of strings. */
function hasMoreValues(bytes: Buffer, limit: number): boolean {
  let values = 0;
  for (let at = 0; at < bytes.length && values <= limit; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findEndOfString(bytes, at);
    else if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) values++;
  }
  return values > limit;
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const OPEN_BRACKET = 0x5b;
export const OPEN_BRACE = 0x7b;
const BACKSLASH = 0x5c;

const SHORT_STRING_BYTES = 256;

/** The offset of the closing quote, or the end of the body for an unclosed string. */
export function findEndOfString(bytes: Buffer, quote: number): number {
  // Most strings are short. In a long string, searching for the next quote takes a tenth of the time of a loop over
  // the bytes.
  const near = Math.min(bytes.length, quote + SHORT_STRING_BYTES);
  let at = quote + 1;
  while (at < near && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  if (at < near) return at;
  for (;;) {
    const end = bytes.indexOf(QUOTE, at);
    if (end === -1) return bytes.length;
    if (!isEscaped(bytes, end, at)) return end;
    at = end + 1;
  }
}

/** Whether an odd number of backslashes, not before `from`, precedes the byte. */
function isEscaped(bytes: Buffer, at: number, from: number): boolean {
  let before = at;
  while (before > from && bytes[before - 1] === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}
