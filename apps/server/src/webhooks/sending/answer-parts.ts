import type { IncomingMessage } from 'node:http';

/** How many headers of an answer are kept. Node drops the others. */
export const ANSWER_HEADERS_MOST = 100;

const LONGEST_WAIT_SECONDS = 86_400;

/** The headers by their lower-case names. Repeated ones are joined. */
export function readHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  );
}

/** Text that Postgres can store: invalid UTF-8 is replaced, and NUL left out. A cut character at the end is left out. */
export function readBody(bytes: Buffer, truncated: boolean): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes, { stream: truncated }).replaceAll('\0', '');
}

/**
 * The delay that Retry-After requests, in seconds: from a number of seconds or a date, at most a day. Null if the
 * header is missing or invalid.
 */
export function parseRetryAfter({ headers }: IncomingMessage, now: Date): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  // Date.parse alone would also read '-5' as a date.
  const at = /^[A-Z].* GMT$/.test(text) ? Date.parse(text) : NaN;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((at - now.getTime()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS);
}
