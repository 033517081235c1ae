import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { IngestArtifact } from '@svc/contract/executions/ingest';
import { isErrno } from '../text/unknown-value.ts';
import { toUnclaimedPath } from './spool-name.ts';
import type { Artifact } from '../report/artifact.ts';
import { clock } from '../clock.ts';

/** An artifact of a run in the spool. */
export interface KeptArtifact extends Pick<Artifact, 'description' | 'shownAs'> {
  /** The file's name in the folder next to the spool file. Absent if only the original path is known. */
  file?: string;
  /** The framework's path. */
  path?: string | undefined;
}

/** The folder for the artifacts of a spool file. The state in the spool file's name does not matter. */
export function toArtifactsFolder(spoolFile: string): string {
  const unclaimed = toUnclaimedPath(spoolFile);
  return join(dirname(unclaimed), basename(unclaimed).replace(/\.json\.gz$/, ARTIFACTS_SUFFIX));
}

/**
 * Saves contents next to the spool file, each once. Makes a hard link, which is free and survives when the next run
 * cleans its output folder. If that fails, copies the file, but only before `copyUntilAt` (epoch ms). If the disk is
 * full, saves only the path of a file, and does not save bytes.
 */
export function keepArtifacts(
  artifacts: readonly Artifact[],
  spoolFile: string,
  copyUntilAt: number,
): KeptArtifact[] {
  if (artifacts.length === 0) return [];
  const folder = toArtifactsFolder(spoolFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const room = { bytes: MOST_BYTES - countKeptBytes(dirname(folder)) };
  const kept: KeptArtifact[] = [];
  for (const { description, content, shownAs } of artifacts) {
    const file = description.sha256 ?? description.clientId;
    const target = join(folder, file);
    const isKept =
      existsSync(target) || keepOne(content, target, { description, room, copyUntilAt });
    const path = 'path' in content ? content.path : undefined;
    if (isKept) kept.push({ description, shownAs, file, path });
    else if (path !== undefined) kept.push({ description, shownAs, path });
  }
  return kept;
}

/** The current place of each content. A missing content is reported when it is to be sent. */
export function locateArtifacts(kept: readonly KeptArtifact[], spoolFile: string): Artifact[] {
  const folder = toArtifactsFolder(spoolFile);
  return kept.map(({ description, shownAs, file, path }) => {
    // The name comes from a spool file. `basename` keeps the path inside the folder.
    const saved = join(folder, basename(file ?? description.clientId));
    const isSaved = path === undefined || existsSync(saved);
    return { description, shownAs, content: { path: isSaved ? saved : path } };
  });
}

/** Removes folders without a spool file, which remain when a process is killed while it saves a run. */
export function removeOrphans(spoolFolder: string): void {
  const names = readdirSync(spoolFolder);
  for (const name of names.filter((candidate) => candidate.endsWith(ARTIFACTS_SUFFIX))) {
    const stem = name.slice(0, -ARTIFACTS_SUFFIX.length);
    const path = join(spoolFolder, name);
    if (!names.some((other) => other.startsWith(`${stem}.json.gz`)) && isOld(path)) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

const ARTIFACTS_SUFFIX = '.artifacts';
// Limit for all runs in one spool folder: the disk space that an unreachable server may cost.
const MOST_BYTES = 500 * 1024 * 1024;
// The speed of a slow disk. A copy that would exceed the rest of the budget is not started.
const COPIED_BYTES_PER_MS = 50_000;
// The folder is created before its spool file, so a recent folder may belong to a process that is saving a run.
const ORPHAN_AFTER_MS = 10 * 60_000;

function keepOne(
  content: Artifact['content'],
  target: string,
  {
    description: { sizeBytes },
    room,
    copyUntilAt,
  }: { description: IngestArtifact; room: { bytes: number }; copyUntilAt: number },
): boolean {
  if (sizeBytes > room.bytes) return false;
  const mayCopy = clock.nowMs() + sizeBytes / COPIED_BYTES_PER_MS < copyUntilAt;
  const isKept = 'path' in content && link(content.path, target);
  if (!isKept && !(mayCopy && copy(content, target))) return false;
  room.bytes -= sizeBytes;
  return true;
}

function link(path: string, target: string): boolean {
  try {
    linkSync(path, target);
    return true;
  } catch (error) {
    // Another disk, a file system without links, or a missing file.
    if (isErrno(error)) return false;
    throw error;
  }
}

function copy(content: Artifact['content'], target: string): boolean {
  try {
    if ('bytes' in content) writeFileSync(target, content.bytes, { mode: 0o600, flag: 'wx' });
    else copyFileSync(content.path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (!isErrno(error)) throw error;
    rmSync(target, { force: true });
    return false;
  }
}

function countKeptBytes(spoolFolder: string): number {
  const folders = readdirSync(spoolFolder).filter((name) => name.endsWith(ARTIFACTS_SUFFIX));
  let bytes = 0;
  for (const folder of folders) {
    for (const name of readdirSync(join(spoolFolder, folder))) {
      bytes += statSync(join(spoolFolder, folder, name), { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return bytes;
}

function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && clock.nowMs() - stats.mtimeMs > ORPHAN_AFTER_MS;
}
