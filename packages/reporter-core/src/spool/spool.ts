import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Artifact } from '../report/artifact.ts';
import { toArtifactsFolder, keepArtifacts, removeOrphans } from './kept-artifacts.ts';
import { isErrno } from '../text/unknown-value.ts';
import { isStaleClaim } from './spool-claim.ts';
import { readSpoolHead, type SpooledRun, writeSpoolFile } from './spool-file.ts';
import { listSpoolFolders } from './spool-folders.ts';
import { isUnsentName, isRefusedName } from './spool-name.ts';
import { clock } from '../clock.ts';

export { readSpoolFile, type SpooledRun } from './spool-file.ts';

export interface SpoolEntry {
  path: string;
  savedAt: string;
  url: string;
  project: string | undefined;
  name: string | undefined;
  framework: string;
  results: number;
  artifacts: number;
  /** Size of the compressed file without artifacts. */
  sizeBytes: number;
}

export type SpoolWrite =
  | {
      ok: true;
      path: string;
      /** Number of artifacts saved or referenced. */
      artifacts: number;
      /** Number of oldest files that were deleted. */
      dropped: number;
    }
  | { ok: false; message: string };

/**
 * The saved runs of the project around `directory`, oldest first, and the paths of unreadable files. Does not list
 * files that another process is sending. Changes nothing on disk.
 */
export async function listSpool(
  directory: string,
): Promise<{ entries: SpoolEntry[]; unreadable: string[] }> {
  const entries: SpoolEntry[] = [];
  const unreadable: string[] = [];
  for (const path of await listUnsentFiles(directory)) {
    const entry = await readEntry(path);
    if (entry === undefined) unreadable.push(path);
    else if (entry !== 'gone') entries.push(entry);
  }
  return { entries, unreadable };
}

/** Lists only the paths, oldest first. It is fast, because it opens no file. */
export async function listUnsentFiles(directory: string): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of listSpoolFolders(directory)) {
    for (const name of await listNames(folder)) {
      const path = join(folder, name);
      if (isUnsentName(name) || (await isStaleClaim(path))) paths.push(path);
    }
  }
  return paths.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

/** The paths of refused runs in these folders, oldest first. Nothing sends them until the user names them. */
export async function listRefusedFiles(folders: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of new Set(folders)) {
    for (const name of await listNames(folder)) {
      if (isRefusedName(name)) paths.push(join(folder, name));
    }
  }
  return paths.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

export interface SpoolSettings {
  /** `refused`: the server refused the run, so it is not sent again automatically. */
  state?: 'unsent' | 'refused';
  artifacts?: readonly Artifact[];
  /** Epoch ms until which contents are copied if a link is not possible. By default they are not copied. */
  copyUntilAt?: number;
}

/**
 * Saves a run with its artifacts in the first folder of `listSpoolFolders` that accepts it. Synchronous, because it
 * runs in signal listeners too. The spool file appears complete or not at all.
 */
export function writeSpool(
  run: SpooledRun,
  directory: string,
  { state = 'unsent', artifacts = [], copyUntilAt = 0 }: SpoolSettings = {},
): SpoolWrite {
  const suffix = state === 'refused' ? '.refused' : '';
  const name = `${run.savedAt.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json.gz${suffix}`;
  const faults: string[] = [];
  for (const folder of listSpoolFolders(directory)) {
    const path = join(folder, name);
    // If copies have filled the disk, saves the run without copies.
    for (const copyTill of copyUntilAt > 0 ? [copyUntilAt, 0] : [0]) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const kept = keepArtifacts(artifacts, path, copyTill);
        writeWhole(path, { ...run, ...(kept.length > 0 && { artifacts: kept }) });
        return { ok: true, path, artifacts: kept.length, dropped: dropOldest(folder) };
      } catch (error) {
        if (!isErrno(error)) throw error;
        rmSync(toArtifactsFolder(path), { recursive: true, force: true });
        faults.push(`${error.code} at ${folder}`);
      }
    }
  }
  return { ok: false, message: [...new Set(faults)].join(', ') || 'no folder for it' };
}

/** Saves a run with the current time. */
export function saveRun(
  run: Omit<SpooledRun, 'savedAt' | 'artifacts'>,
  directory: string,
  settings: SpoolSettings = {},
): SpoolWrite {
  return writeSpool({ savedAt: clock.now().toISOString(), ...run }, directory, settings);
}

// A machine that does not reach its server must not fill its disk.
const MOST_FILES = 100;
const KEPT_NAME = /^[^.].*\.json\.gz(?:\.refused|\.corrupt)?$/;

function writeWhole(path: string, run: SpooledRun): void {
  const unfinished = join(dirname(path), `.${basename(path)}.tmp`);
  try {
    writeSpoolFile(unfinished, run);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function dropOldest(folder: string): number {
  const names = readdirSync(folder)
    .filter((name) => KEPT_NAME.test(name))
    .sort();
  const surplus = names.slice(0, Math.max(0, names.length - MOST_FILES));
  for (const name of surplus) {
    rmSync(join(folder, name), { force: true });
    rmSync(toArtifactsFolder(join(folder, name)), { recursive: true, force: true });
  }
  removeOrphans(folder);
  return surplus.length;
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // The folder does not exist, or it belongs to another user.
    if (isErrno(error)) return [];
    throw error;
  }
}

async function readEntry(path: string): Promise<SpoolEntry | undefined | 'gone'> {
  try {
    const { size } = await stat(path);
    const head = await readSpoolHead(path);
    if (head === undefined) return undefined;
    const { execution } = head.body;
    return {
      path,
      savedAt: head.savedAt,
      url: head.url,
      project: execution.project,
      name: execution.name,
      framework: execution.framework,
      results: head.counts.results,
      artifacts: head.artifacts?.length ?? 0,
      sizeBytes: size,
    };
  } catch (error) {
    if (isErrno(error)) return 'gone';
    throw error;
  }
}
