/** Limits of one text field, in bytes of UTF-8. Longer texts are cut, never refused. */
export const TEXT_LIMITS = {
  /** An error's message, stack, diff, snippet, expected and actual value; a part of a title; any other text. */
  textBytes: 64 * 1024,
  /** The stdout or the stderr of one attempt or one file. */
  outputBytes: 256 * 1024,
} as const;

/**
 * The text in a form that every store accepts: NUL and lone surrogates become U+FFFD. Postgres refuses NUL in text,
 * and UTF-8 has no encoding for lone surrogates.
 */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

/**
 * The text within `maxBytes` of UTF-8, with a marker that says how many characters were cut.
 * `keep: 'head'` keeps the beginning (messages, stacks); `keep: 'ends'` keeps a quarter at the
 * beginning and the rest at the end, where the output of a failing test is most useful.
 */
export function cutText(text: string, maxBytes: number, keep: 'head' | 'ends' = 'head'): string {
  // A UTF-16 unit takes at most three bytes, so short texts need no counting.
  if (text.length * 3 <= maxBytes || countUtf8Bytes(text) <= maxBytes) return text;
  return cutBetween(text, text, { maxBytes, keep, length: text.length });
}

/**
 * Cuts a text that was too long to store, so that only its beginning and end are available. `length` is
 * the length of the complete text, in UTF-16 units. Always adds the marker.
 */
export function cutBetween(
  beginning: string,
  end: string,
  { maxBytes, keep, length }: { maxBytes: number; keep: 'head' | 'ends'; length: number },
): string {
  const room = Math.max(0, maxBytes - MARKER_ROOM_BYTES);
  const headBytes = keep === 'head' ? room : Math.floor(room / 4);
  const head = beginning.slice(0, countUnitsWithin(beginning, headBytes));
  const tail = keep === 'head' ? '' : cutToLastUnits(end, room - headBytes);
  const cut = length - head.length - tail.length;
  return `${head}\n… [${cut} characters cut by svc] …${keep === 'head' ? '' : `\n${tail}`}`;
}

const MARKER_ROOM_BYTES = 64;

/** The text's size in bytes of UTF-8. */
export function countUtf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) bytes += countUnitBytes(text.charCodeAt(index));
  return bytes;
}

/** Two bytes for each half of a surrogate pair, so four for the whole character. */
function countUnitBytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) return 2;
  return 3;
}

function countUnitsWithin(text: string, maxBytes: number): number {
  let bytes = 0;
  let index = 0;
  for (; index < text.length; index++) {
    bytes += countUnitBytes(text.charCodeAt(index));
    if (bytes > maxBytes) break;
  }
  return isHighSurrogate(text.charCodeAt(index - 1)) ? index - 1 : index;
}

function cutToLastUnits(text: string, maxBytes: number): string {
  let bytes = 0;
  let start = text.length;
  while (start > 0) {
    bytes += countUnitBytes(text.charCodeAt(start - 1));
    if (bytes > maxBytes) break;
    start--;
  }
  return text.slice(isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
