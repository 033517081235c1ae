import { SvcError } from '../../errors.ts';
import {
  COMMA,
  findEndOfString,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../http/input/json-values.ts';
import {
  checkAllResultValues,
  checkOtherBytes,
  checkOtherValues,
  checkResultCount,
  checkResultValues,
} from './too-many-values.ts';

export interface SplitBody {
  /** The body's value, with an empty list instead of its results. */
  rest: unknown;
  /** False when the body has no list of results; `rest` is then the complete value. */
  hasResults: boolean;
  count: number;
  /**
   * The results, parsed in chunks.
   * @throws SvcError BAD_REQUEST, during iteration, when a chunk is not JSON.
   */
  chunks(): Iterable<unknown[]>;
}

// Each chunk is parsed, checked, written and released before the next one. Usual uploads are one chunk, which takes
// the fewest statements. Large ones have small chunks, because their garbage matters more than their time.
const USUAL_BODY_BYTES = 2 * 1024 * 1024;
const LARGE_BODY_CHUNK_BYTES = 128 * 1024;

/**
 * Splits an ingest body at its list of results without parsing that list. A scan over the bytes finds where the list
 * begins and ends and where to cut it, every `chunkBytes` or a little later. A malformed list is only detected when
 * its chunks are parsed.
 * @throws SvcError BAD_REQUEST when the rest is not JSON, or has results twice; PAYLOAD_TOO_LARGE when there are more
 * results than the limit, or the results or the rest contain too many values.
 */
export function splitResults(bytes: Buffer, chunkBytes = chooseChunkBytes(bytes)): SplitBody {
  const list = findResults(bytes, chunkBytes);
  if (list === null) {
    return {
      rest: parseJson(bytes.toString('utf8')),
      hasResults: false,
      count: 0,
      chunks: () => [],
    };
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
        yield parseChunk(bytes.toString('utf8', start, end));
        start = end + 1;
      }
    },
  };
}

function chooseChunkBytes(bytes: Buffer): number {
  return bytes.length <= USUAL_BODY_BYTES ? Infinity : LARGE_BODY_CHUNK_BYTES;
}

interface ResultList {
  /** The offset of the first byte after `[`. */
  start: number;
  /** The offset of `]`. */
  end: number;
  count: number;
  /** The offsets of the commas that end a chunk, then `end`. */
  cuts: number[];
}

const COLON = 0x3a;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/** Finds the list under the key `results` of the outermost object; null when there is none. */
function findResults(bytes: Buffer, chunkBytes: number): ResultList | null {
  let found: ResultList | null = null;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = findEndOfString(bytes, at);
      if (depth === 1 && isResultsKey(bytes, at, end)) {
        if (found !== null) throw buildNotJsonError('it has `results` twice');
        found = readList(bytes, end, chunkBytes);
      }
      at = found !== null && found.end > end ? found.end : end;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++;
      values++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    else if (byte === COMMA) values++;
  }
  checkOtherValues(values);
  checkOtherBytes(bytes.length - (found === null ? 0 : found.end - found.start));
  return found;
}

// Each of the seven characters may be written as \u0072.
const LONGEST_KEY_BYTES = 'results'.length * '\\u0072'.length;

function isResultsKey(bytes: Buffer, quote: number, endQuote: number): boolean {
  if (endQuote - quote > LONGEST_KEY_BYTES + 1) return false;
  if (bytes[skipSpace(bytes, endQuote + 1)] !== COLON) return false;
  const key = bytes.toString('latin1', quote, endQuote + 1);
  return key === '"results"' || (key.includes('\\') && parseJson(key) === 'results');
}

/** Reads the list after the key that ends at `endQuote`; null when the value is not a list. */
function readList(bytes: Buffer, endQuote: number, chunkBytes: number): ResultList | null {
  const colon = skipSpace(bytes, endQuote + 1);
  const bracket = skipSpace(bytes, colon + 1);
  if (bytes[bracket] !== OPEN_BRACKET) return null;
  const start = bracket + 1;
  const cuts: number[] = [];
  let chunkStart = start;
  let commas = 0;
  let depth = 0;
  let values = 0;
  let allValues = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findEndOfString(bytes, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++;
      values++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth > 0) depth--;
      else {
        checkResultValues(values);
        checkAllResultValues(allValues + values);
        const isEmpty = commas === 0 && skipSpace(bytes, start) === at;
        if (isEmpty) return { start, end: at, count: 0, cuts: [] };
        return { start, end: at, count: commas + 1, cuts: [...cuts, at] };
      }
    } else if (byte === COMMA && depth > 0) values++;
    else if (byte === COMMA) {
      checkResultValues(values);
      allValues += values;
      checkAllResultValues(allValues);
      values = 0;
      commas++;
      checkResultCount(commas + 1);
      if (at - chunkStart < chunkBytes) continue;
      cuts.push(at);
      chunkStart = at;
    }
  }
  throw buildNotJsonError('it ends in the middle of its results');
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}

/** Parses the text between two cuts. An empty text means a superfluous comma. */
function parseChunk(text: string): unknown[] {
  const chunk = parseJson(`[${text}]`) as unknown[];
  if (chunk.length === 0) throw buildNotJsonError('its results end with a comma');
  return chunk;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw buildNotJsonError((error as SyntaxError).message, error);
  }
}

function buildNotJsonError(reason: string, cause?: unknown): SvcError {
  return new SvcError('BAD_REQUEST', `The body is not JSON: ${reason}.`, { cause });
}
