import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import { createGunzip, gzipSync } from 'node:zlib';
import type { IngestBody, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { isRecord } from '@svc/contract/zod-free/is-record';
import type { KeptArtifact } from './kept-artifacts.ts';
import { isErrno } from '../text/unknown-value.ts';

/** The content of a spool file. It contains no API key: the next sender uses its own. */
export interface SpooledRun extends SpooledRunAddress {
  body: IngestBody;
  artifacts?: KeptArtifact[];
}

export interface SpooledRunAddress {
  savedAt: string;
  /**
   * The server of the run. A run goes to another server only on request, because it may contain what the other's
   * users must not see.
   */
  url: string;
  /** Whether the server has the results, and only artifacts are missing. */
  hasArrived?: boolean;
}

/** The first line: everything except the lists. They follow with one entry per line. */
export interface SpoolHead extends SpooledRunAddress {
  body: Omit<IngestBody, 'files' | 'results'>;
  artifacts?: KeptArtifact[];
  /** Number of lines of each list. `files` is absent if the body has no such list. */
  counts: { files?: number; results: number };
}

/**
 * Writes a run as gzipped lines of JSON, block by block, so that a large run needs no additional memory at its end.
 * Synchronous, for signal listeners. The file must not exist.
 */
export function writeSpoolFile(path: string, run: SpooledRun): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    // Several concatenated gzip members are a valid gzip file. A single write may be incomplete on a full disk.
    for (const block of joinBlocks(serializeLines(run))) writeFileSync(file, gzipSync(block, FAST));
  } finally {
    closeSync(file);
  }
}

/**
 * Undefined for a file that is truncated, not gzip, not JSON, or has another shape.
 * @throws SpoolTooLarge if it contains more than `mostBytes`.
 */
export async function readSpoolFile(
  path: string,
  mostBytes = LARGEST_BYTES,
): Promise<SpooledRun | undefined> {
  let head: SpoolHead | undefined;
  const files: IngestFile[] = [];
  const results: IngestResult[] = [];
  for await (const line of readSpoolLines(path, { mostBytes })) {
    if (head === undefined) {
      if (!isSpoolHead(line)) return undefined;
      head = line;
    } else if (files.length < (head.counts.files ?? 0) && isEntry<IngestFile>(line))
      files.push(line);
    else if (isEntry<IngestResult>(line)) results.push(line);
    else return undefined;
  }
  if (head === undefined || results.length !== head.counts.results) return undefined;
  const { counts, body, ...rest } = head;
  return { ...rest, body: { ...body, ...(counts.files !== undefined && { files }), results } };
}

/**
 * Reads only the first line, which is fast for large runs too. Undefined if the file is not a spool file, or if the
 * line exceeds 32 MiB.
 */
export async function readSpoolHead(path: string): Promise<SpoolHead | undefined> {
  for await (const line of readSpoolLines(path, { mostHeadBytes: LARGEST_HEAD_BYTES }))
    return isSpoolHead(line) ? line : undefined;
  return undefined;
}

/** The run is larger than the caller's limit. */
export class SpoolTooLarge extends Error {
  override name = 'SpoolTooLarge';
}

// Protects against a crafted file in a shared temp folder. The largest real run is far smaller.
const LARGEST_BYTES = 1024 * 1024 * 1024;
// 20,000 artifacts take about 15 MiB.
const LARGEST_HEAD_BYTES = 32 * 1024 * 1024;

function* serializeLines({
  body: { files, results, ...body },
  ...rest
}: SpooledRun): Generator<string> {
  const counts = { results: results.length, ...(files !== undefined && { files: files.length }) };
  const head: SpoolHead = { ...rest, body, counts };
  yield `${JSON.stringify(head)}\n`;
  for (const entry of files ?? []) yield `${JSON.stringify(entry)}\n`;
  for (const entry of results) yield `${JSON.stringify(entry)}\n`;
}

/**
 * Stops early if the file is not gzip, is truncated, does not begin like a spool file, or has no line end within
 * `mostHeadBytes`. Throws errors of the file system.
 */
async function* readSpoolLines(
  path: string,
  { mostBytes = LARGEST_BYTES, mostHeadBytes = LARGEST_BYTES },
): AsyncGenerator {
  const source = createReadStream(path);
  const expanded = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => expanded.destroy(error));
  source.pipe(expanded);
  const decoder = new TextDecoder();
  let line: string[] = [];
  let start = '';
  let hasHead = false;
  let bytes = 0;
  try {
    const chunks: AsyncIterable<Uint8Array> = expanded;
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > LARGEST_BYTES) return;
      if (bytes > mostBytes) throw new SpoolTooLarge(path);
      const text = decoder.decode(chunk, { stream: true });
      start += text.slice(0, START_CHARACTERS - start.length);
      if (start.length === START_CHARACTERS && !HEAD_START.test(start)) return;
      const [first = '', ...more] = text.split('\n');
      line.push(first);
      hasHead ||= more.length > 0;
      if (!hasHead && bytes > mostHeadBytes) return;
      for (const next of more) {
        yield parseJson(line.join(''));
        line = [next];
      }
    }
  } catch (error) {
    // Errors of the file system name the failed call. Errors of zlib have only a code and mean invalid content.
    if (!isErrno(error) || error.syscall !== undefined) throw error;
  } finally {
    source.destroy();
    expanded.destroy();
  }
}

const CHUNK_BYTES = 256 * 1024;
// The first key of a head, in any order of keys.
const HEAD_START = /^\{"(?:savedAt|url|hasArrived|body|artifacts|counts)":/;
const START_CHARACTERS = '{"hasArrived":'.length;
// A process that was asked to exit has a few seconds. This level is twice as fast as the default, and its output a
// tenth larger.
const FAST = { level: 1 };

function isSpoolHead(line: unknown): line is SpoolHead {
  return (
    isRecord(line) &&
    typeof line['savedAt'] === 'string' &&
    typeof line['url'] === 'string' &&
    isRecord(line['body']) &&
    line['body']['version'] === 1 &&
    isRecord(line['body']['execution']) &&
    isRecord(line['counts']) &&
    typeof line['counts']['results'] === 'number'
  );
}

/** Checks only a few fields: the server validates the rest, and `writeSpoolFile` wrote the line. */
function isEntry<Entry extends IngestFile | IngestResult>(line: unknown): line is Entry {
  return isRecord(line) && typeof line['file'] === 'string';
}

/** Joins pieces into blocks, because every write of a small piece costs time. */
function* joinBlocks(pieces: Iterable<string>): Generator<string> {
  let gathered: string[] = [];
  let characters = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    characters += piece.length;
    if (characters < BLOCK_CHARACTERS) continue;
    yield gathered.join('');
    gathered = [];
    characters = 0;
  }
  if (gathered.length > 0) yield gathered.join('');
}

const BLOCK_CHARACTERS = 1024 * 1024;
