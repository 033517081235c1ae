import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import { createGunzip, gzipSync } from 'node:zlib';
import type { IngestBody, IngestFile, IngestResult } from '@svc/contract/ingest';
import { parsedJson } from '@svc/contract/parsed-json';
import type { KeptArtifact } from '../artifacts/kept-artifacts.ts';
import { isErrno } from '../text/is-errno.ts';
import { isRecord } from '../text/is-record.ts';

/** What a spool file holds. Never the key: the next sender brings its own. */
export interface SpooledRun extends SpooledRunAddress {
  body: IngestBody;
  artifacts?: KeptArtifact[];
}

export interface SpooledRunAddress {
  savedAt: string;
  /** The server it was meant for; a key is never sent to another one because of a spool file. */
  url: string;
  /** Whether the server has the results already, and only artifacts are missing. */
  hasArrived?: boolean;
}

/** The first line: all but the lists, which follow as a line an entry. */
export interface SpoolHead extends SpooledRunAddress {
  body: Omit<IngestBody, 'files' | 'results'>;
  artifacts?: KeptArtifact[];
  /** How many lines of each follow; `files` is absent where the body has no such list. */
  counts: { files?: number; results: number };
}

/**
 * Writes a run as gzipped lines of JSON, block by block, so that it takes no more memory at the end
 * of a large run. Synchronous, for signal listeners. The file must not be there yet.
 */
export function writeSpoolFile(path: string, run: SpooledRun): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    // Several gzip members one behind the other are one gzip file. A single write may fall short on a full disk.
    for (const block of blocks(lines(run))) writeFileSync(file, gzipSync(block, FAST));
  } finally {
    closeSync(file);
  }
}

/**
 * Undefined for a file that is cut short, no gzip, no JSON or of another shape.
 * @throws SpoolTooLarge where it holds more than `mostBytes`.
 */
export async function readSpoolFile(
  path: string,
  mostBytes = LARGEST_BYTES,
): Promise<SpooledRun | undefined> {
  let head: SpoolHead | undefined;
  const files: IngestFile[] = [];
  const results: IngestResult[] = [];
  for await (const line of parsedLines(path, mostBytes)) {
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

/** The first line alone: cheap, also of a large run. Undefined for a file that is none of ours. */
export async function readSpoolHead(path: string): Promise<SpoolHead | undefined> {
  for await (const line of parsedLines(path, LARGEST_BYTES))
    return isSpoolHead(line) ? line : undefined;
  return undefined;
}

/** A run that is too large to be read where it was asked for. */
export class SpoolTooLarge extends Error {
  override name = 'SpoolTooLarge';
}

// Against a crafted file in a shared temp folder; the largest real run is far below.
const LARGEST_BYTES = 1024 * 1024 * 1024;

function* lines({ body: { files, results, ...body }, ...rest }: SpooledRun): Generator<string> {
  const counts = { results: results.length, ...(files !== undefined && { files: files.length }) };
  const head: SpoolHead = { ...rest, body, counts };
  yield `${JSON.stringify(head)}\n`;
  for (const entry of files ?? []) yield `${JSON.stringify(entry)}\n`;
  for (const entry of results) yield `${JSON.stringify(entry)}\n`;
}

/** Ends early where the file is no gzip or is cut short; throws what the file system says. */
async function* parsedLines(path: string, mostBytes: number): AsyncGenerator {
  const source = createReadStream(path);
  const expanded = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => expanded.destroy(error));
  source.pipe(expanded);
  const decoder = new TextDecoder();
  let line: string[] = [];
  let bytes = 0;
  try {
    const chunks: AsyncIterable<Uint8Array> = expanded;
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > LARGEST_BYTES) return;
      if (bytes > mostBytes) throw new SpoolTooLarge(path);
      const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
      line.push(first);
      for (const next of more) {
        yield parsedJson(line.join(''));
        line = [next];
      }
    }
  } catch (error) {
    // The file system names the call that failed; zlib, which has only a code, means the content.
    if (!isErrno(error) || error.syscall !== undefined) throw error;
  } finally {
    source.destroy();
    expanded.destroy();
  }
}

const CHUNK_BYTES = 256 * 1024;
// A process that is told to end has seconds. Twice as fast as the default, and a tenth larger.
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

/** What a line holds in full is the server's to check: it was written by `writeSpoolFile`. */
function isEntry<Entry extends IngestFile | IngestResult>(line: unknown): line is Entry {
  return isRecord(line) && typeof line['file'] === 'string';
}

/** Few larger blocks instead of a turn of the event loop for every test. */
function* blocks(pieces: Iterable<string>): Generator<string> {
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
