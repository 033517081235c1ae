import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { IngestBody } from '@svc/contract/ingest';
import { isErrno } from './is-errno.ts';
import { isRecord } from './is-record.ts';
import { isStaleClaim, isUnsentName } from './spool-claim.ts';
import { spoolFolders } from './spool-folders.ts';

/** What a spool file holds. Never the key: the next sender brings its own. */
export interface SpooledRun {
  savedAt: string;
  /** The server it was meant for; a key is never sent to another one because of a spool file. */
  url: string;
  body: IngestBody;
}

export interface SpoolEntry {
  path: string;
  savedAt: string;
  url: string;
  project: string | undefined;
  name: string | undefined;
  framework: string;
  results: number;
  /** Of the compressed file. */
  sizeBytes: number;
}

export type SpoolWrite =
  | { ok: true; path: string; /** How many of the oldest files gave way. */ dropped: number }
  | { ok: false; message: string };

/**
 * The unsent executions of the project around `directory`, oldest first, and the paths of the files
 * that cannot be read. What another process is sending at this moment is not listed. Reads only.
 */
export async function listSpool(
  directory: string,
): Promise<{ entries: SpoolEntry[]; unreadable: string[] }> {
  const entries: SpoolEntry[] = [];
  const unreadable: string[] = [];
  for (const path of await unsentFiles(directory)) {
    const entry = await readEntry(path);
    if (entry === undefined) unreadable.push(path);
    else if (entry !== 'gone') entries.push(entry);
  }
  return { entries, unreadable };
}

/** The paths alone, oldest first: cheap where nothing needs to be told about them. */
export async function unsentFiles(directory: string): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of spoolFolders(directory)) {
    for (const name of await namesIn(folder)) {
      const path = join(folder, name);
      if (isUnsentName(name) || (await isStaleClaim(path))) paths.push(path);
    }
  }
  return paths.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

/**
 * Keeps a run for later, in the first folder of `spoolFolders` that takes it, or as one that the
 * server has refused, which is not sent again by itself. Synchronous, because it also has to work
 * inside a signal listener. The file appears whole or not at all.
 */
export function writeSpool(
  run: SpooledRun,
  directory: string,
  state: 'unsent' | 'refused' = 'unsent',
): SpoolWrite {
  const suffix = state === 'refused' ? '.refused' : '';
  const name = `${run.savedAt.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json.gz${suffix}`;
  const bytes = gzipSync(JSON.stringify(run));
  const faults: string[] = [];
  for (const folder of spoolFolders(directory)) {
    try {
      const path = writeWhole(folder, name, bytes);
      return { ok: true, path, dropped: dropOldest(folder) };
    } catch (error) {
      if (!isErrno(error)) throw error;
      faults.push(`${error.code} at ${folder}`);
    }
  }
  return { ok: false, message: faults.join(', ') || 'no folder for it' };
}

/** Undefined for a file that is cut short, no gzip, no JSON or of another shape. */
export async function readSpoolFile(path: string): Promise<SpooledRun | undefined> {
  const bytes = await readFile(path);
  try {
    const json = await expand(bytes, { maxOutputLength: LARGEST_BYTES });
    const run: unknown = JSON.parse(json.toString('utf8'));
    return isSpooledRun(run) ? run : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error) || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

const expand = promisify(gunzip);
// Against a crafted file in a shared temp folder; the largest real run is far below.
const LARGEST_BYTES = 512 * 1024 * 1024;
// A machine that never reaches its server must not fill its disk.
const MOST_FILES = 100;
const KEPT_NAME = /^[^.].*\.json\.gz(?:\.refused|\.corrupt)?$/;

function writeWhole(folder: string, name: string, bytes: Uint8Array): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const unfinished = join(folder, `.${name}.tmp`);
  try {
    writeFileSync(unfinished, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return path;
}

function dropOldest(folder: string): number {
  const names = readdirSync(folder)
    .filter((name) => KEPT_NAME.test(name))
    .sort();
  const surplus = names.slice(0, Math.max(0, names.length - MOST_FILES));
  for (const name of surplus) rmSync(join(folder, name), { force: true });
  return surplus.length;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // No folder, no spool; one that may not be read is another user's.
    if (isErrno(error)) return [];
    throw error;
  }
}

async function readEntry(path: string): Promise<SpoolEntry | undefined | 'gone'> {
  try {
    const { size } = await stat(path);
    const run = await readSpoolFile(path);
    if (run === undefined) return undefined;
    const { execution, results } = run.body;
    return {
      path,
      savedAt: run.savedAt,
      url: run.url,
      project: execution.project,
      name: execution.name,
      framework: execution.framework,
      results: results.length,
      sizeBytes: size,
    };
  } catch (error) {
    if (isErrno(error)) return 'gone';
    throw error;
  }
}

function isSpooledRun(run: unknown): run is SpooledRun {
  return (
    isRecord(run) &&
    typeof run['savedAt'] === 'string' &&
    typeof run['url'] === 'string' &&
    isRecord(run['body']) &&
    run['body']['version'] === 1 &&
    isRecord(run['body']['execution']) &&
    Array.isArray(run['body']['results'])
  );
}
