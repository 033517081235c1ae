import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError } from './backup-error.ts';
import type { RowFile } from './manifest.ts';

/** Receives what is being done, and the number of bytes that it has gone through so far. */
export type OnProgress = (doing: string, bytes: number) => void;

/** Receives the number of bytes that went by since the last call. */
export type OnBytes = (bytes: number) => void;

/** Writes the rows of the statement, compressed and synced to disk. */
export async function writeRows(
  client: pg.Client,
  { sql, path, onBytes }: { sql: string; path: string; onBytes: OnBytes },
): Promise<RowFile> {
  const rows = client.query(copyTo(sql));
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const compressed = watchBytes((chunk) => {
    hash.update(chunk);
    sizeBytes += chunk.length;
  });
  await pipeline(
    rows,
    watchBytes((chunk) => onBytes(chunk.length)),
    createZstdCompress(),
    compressed,
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return { file: basename(path), rows: rows.rowCount, sizeBytes, sha256: hash.digest('hex') };
}

/**
 * Loads the rows of the file.
 * @throws BackupError when the file has another number of rows.
 */
export async function loadRows(
  client: pg.Client,
  { sql, path, rows, onBytes }: { sql: string; path: string; rows: number; onBytes: OnBytes },
): Promise<void> {
  const target = client.query(copyFrom(sql));
  await pipeline(
    createReadStream(path),
    createZstdDecompress(),
    watchBytes((chunk) => onBytes(chunk.length)),
    target,
  );
  if (target.rowCount !== rows) throw buildCutError(path);
}

/** @throws BackupError when the file is missing, cut or altered. */
export async function checkFile(path: string, expected: FileFacts): Promise<void> {
  await checkFileSize(path, expected);
  if ((await hashFile(path)) !== expected.sha256) throw buildCutError(path);
}

interface FileFacts {
  sizeBytes: number;
  sha256: string;
}

/** @throws BackupError when the file is missing or cut. */
export async function checkFileSize(
  path: string,
  expected: Pick<FileFacts, 'sizeBytes'>,
): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new BackupError(`${path} is missing. ${ADVICE}`);
  if (found.size !== expected.sizeBytes) throw buildCutError(path);
}

export function buildCutError(path: string): BackupError {
  return new BackupError(`${path} is cut or altered: it is not what the backup wrote. ${ADVICE}`);
}

const ADVICE = 'Copy the backup again, or restore another one.';

/** The SHA-256 of the file's content. */
export function hashFile(path: string): Promise<string> {
  return hashStream(createReadStream(path));
}

/** The SHA-256 of everything that the stream has. */
export async function hashStream(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(source, hash);
  return hash.digest('hex');
}

/** The lines of the file, decompressed; never all at once in memory. */
export async function* readLines(path: string): AsyncIterable<string> {
  const source = createReadStream(path);
  const input = source.pipe(createZstdDecompress());
  source.once('error', (error) => input.destroy(error));
  try {
    yield* createInterface({ input, crlfDelay: Infinity });
  } finally {
    source.destroy();
    input.destroy();
  }
}

/** Passes everything on, and shows each chunk. */
export function watchBytes(look: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      look(chunk);
      done(null, chunk);
    },
  });
}
