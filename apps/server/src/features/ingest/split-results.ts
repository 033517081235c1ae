import { SvcError } from '../../errors.ts';

export interface SplitBody {
  /** The body's value with an empty list in the place of its results. */
  rest: unknown;
  /** False when the body has no list of results: `rest` is then the whole. */
  hasResults: boolean;
  count: number;
  /** The results, parsed in chunks. @throws SvcError BAD_REQUEST while reading what is not JSON. */
  chunks(): Iterable<unknown[]>;
}

// A chunk is parsed, checked, written and forgotten before the next one. Chunks four times
// as large let V8 take 150 MB for an upload of 20 MB before it collects.
const CHUNK_BYTES = 128 * 1024;

/**
 * Splits an ingest body at its list of results without parsing that list: a walk over the bytes
 * finds where it begins and ends and where to cut it. What is malformed inside shows when the
 * pieces are parsed.
 * @throws SvcError BAD_REQUEST when the rest is not JSON.
 */
export function splitResults(bytes: Buffer): SplitBody {
  const list = findResults(bytes);
  if (list === null) {
    return { rest: parseJson(bytes.toString('utf8')), hasResults: false, count: 0, chunks: () => [] };
  }
  const before = bytes.toString('utf8', 0, list.start);
  const after = bytes.toString('utf8', list.end);
  return {
    rest: parseJson(before + after),
    hasResults: true,
    count: list.count,
    *chunks() {
      let start = list.start;
      for (const end of list.cuts) {
        yield parseJson(`[${bytes.toString('utf8', start, end)}]`) as unknown[];
        start = end + 1;
      }
    },
  };
}

interface ResultList {
  /** The first byte after `[`. */
  start: number;
  /** The byte of `]`. */
  end: number;
  count: number;
  /** The bytes of the commas that end a chunk, and `end`. */
  cuts: number[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The list under the key `results` of the outermost object; null when there is none or the bytes end inside it. */
function findResults(bytes: Buffer): ResultList | null {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      const list = depth === 1 ? listAfterKey(bytes, at, end) : null;
      if (list !== null) return readList(bytes, list);
      at = end;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return null;
}

/** The first byte of the list when the string is the key `results` of a list. */
function listAfterKey(bytes: Buffer, quote: number, endQuote: number): number | null {
  if (bytes.toString('latin1', quote + 1, endQuote) !== 'results') return null;
  const colon = skipSpace(bytes, endQuote + 1);
  const bracket = skipSpace(bytes, colon + 1);
  return bytes[colon] === COLON && bytes[bracket] === OPEN_BRACKET ? bracket + 1 : null;
}

function readList(bytes: Buffer, start: number): ResultList | null {
  const cuts: number[] = [];
  let chunkStart = start;
  let commas = 0;
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth > 0) depth--;
      else {
        const isEmpty = commas === 0 && skipSpace(bytes, start) === at;
        if (isEmpty) return { start, end: at, count: 0, cuts: [] };
        return { start, end: at, count: commas + 1, cuts: [...cuts, at] };
      }
    } else if (byte === COMMA && depth === 0) {
      commas++;
      if (at - chunkStart < CHUNK_BYTES) continue;
      cuts.push(at);
      chunkStart = at;
    }
  }
  return null;
}

/** The byte of the closing quote, or the end of a string that is never closed. */
function endOfString(bytes: Buffer, quote: number): number {
  let at = quote + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SvcError('BAD_REQUEST', `The body is not JSON: ${(error as SyntaxError).message}.`, {
      cause: error,
    });
  }
}
