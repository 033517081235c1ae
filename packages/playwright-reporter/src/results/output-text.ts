import { StringDecoder } from 'node:string_decoder';

type Chunk = string | Buffer;

/**
 * The output of an attempt on one stream. Undefined if there is none. Long output keeps only its beginning and end,
 * because it must not fill the memory.
 */
export function joinOutput(chunks: readonly Chunk[]): string | undefined {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (size === 0) return undefined;
  if (size <= MOST) return decodeChunks(chunks);
  const marker = `\n… [${size - HEAD - TAIL} characters cut by svc] …\n`;
  return decodeChunks(takeFirst(chunks, HEAD)) + marker + decodeChunks(takeLast(chunks, TAIL));
}

// More than the contract accepts for a stream (256 KiB), so that the contract's own cut decides.
const HEAD = 128 * 1024;
const TAIL = 384 * 1024;
const MOST = 1024 * 1024;

/** A character may start in one buffer and end in the next. */
function decodeChunks(chunks: readonly Chunk[]): string {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for (const chunk of chunks) {
    text += typeof chunk === 'string' ? decoder.end() + chunk : decoder.write(chunk);
  }
  return text + decoder.end();
}

function takeFirst(chunks: readonly Chunk[], most: number): Chunk[] {
  const first: Chunk[] = [];
  let room = most;
  for (const chunk of chunks) {
    if (room <= 0) break;
    first.push(typeof chunk === 'string' ? chunk.slice(0, room) : chunk.subarray(0, room));
    room -= chunk.length;
  }
  return first;
}

function takeLast(chunks: readonly Chunk[], most: number): Chunk[] {
  const last: Chunk[] = [];
  let room = most;
  for (const chunk of chunks.toReversed()) {
    if (room <= 0) break;
    last.unshift(typeof chunk === 'string' ? chunk.slice(-room) : chunk.subarray(-room));
    room -= chunk.length;
  }
  return last;
}
