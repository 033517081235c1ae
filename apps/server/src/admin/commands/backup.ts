import { resolve } from 'node:path';
import { formatBytes, formatCount, formatDuration } from '@svc/contract/zod-free/amounts';
import {
  checkBackup,
  deleteOldBackups,
  findBackup,
  makeBackup,
  readManifest,
  restoreBackup,
  type Manifest,
  type OnProgress,
} from '../../backup/index.ts';
import type { Config } from '../../config.ts';
import { version, type Deps } from '../../deps.ts';
import { sayError } from '../../process/say.ts';
import { makeProgressLine } from '../progress-line.ts';

export function backUp(
  deps: Deps,
  folder: string,
  { keep }: { keep?: number } = {},
): Promise<string[]> {
  return withProgress(async (onProgress, took) => {
    const report = await makeBackup(deps, folder, onProgress);
    if (report.missing.length > 0) sayError(describeMissing(report.missing.length));
    return [
      `Backed up ${formatCount(report.rows, 'row')} (${formatBytes(report.tableBytes)}) and ` +
        `${formatCount(report.files, 'artifact')} (${formatBytes(report.allBytes)}, ${formatBytes(report.copiedBytes)} of them new) ` +
        `in ${took()}: ${report.folder}`,
      report.hasSecret
        ? "It has the server's secret: protect it like the data directory. The job queue is left out."
        : 'SVC_SECRET is not in it: store it with the backup. The job queue is left out.',
      ...(keep === undefined ? [] : [await deleteOld(deps, report.folder, keep)]),
    ];
  });
}

async function deleteOld(deps: Deps, made: string, keep: number): Promise<string> {
  try {
    const { backups, files, bytes } = await deleteOldBackups(deps, made, keep);
    return `Deleted ${formatCount(backups, 'older backup')}, and ${formatCount(files, 'artifact')} (${formatBytes(bytes)}) that no other has.`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The backup is complete: ${made}. Older ones stay: ${reason}`, {
      cause: error,
    });
  }
}

export function checkOnly(folder: string): Promise<string[]> {
  return withProgress(async (onProgress, took) => {
    const found = await findBackup(resolve(folder));
    const manifest = await readManifest(found);
    await checkBackup(found, { manifest, contents: true, secrets: true, onProgress });
    return [`${describe(manifest)} are as the manifest says, checked in ${took()}: ${found}`];
  });
}

export function restore(
  config: Config,
  folder: string,
  { otherSecret }: { otherSecret: boolean },
): Promise<string[]> {
  return withProgress(async (onProgress, took) => {
    const log = { info: sayError, warn: sayError };
    const options = { folder, version, log, onProgress, otherSecret };
    const { folder: found, manifest } = await restoreBackup(config, options);
    const { missingFiles, at } = manifest;
    if (missingFiles.length > 0) sayError(describeMissing(missingFiles.length));
    return [`Restored ${describe(manifest)} of ${at} in ${took()}: ${found}`, 'Start the server.'];
  });
}

function describe({ tables, files, missingFiles }: Manifest): string {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const artifacts = formatCount(files.rows - missingFiles.length, 'artifact');
  return `${formatCount(rows, 'row')} and ${artifacts} (${formatBytes(files.contentBytes)})`;
}

function describeMissing(count: number): string {
  return `${formatCount(count, 'artifact')} of the database ${count === 1 ? 'is' : 'are'} not in the backup, because the storage does not have them undamaged: manifest.json lists them.`;
}

async function withProgress(
  work: (onProgress: OnProgress, took: () => string) => Promise<string[]>,
): Promise<string[]> {
  const line = makeProgressLine(process.stderr);
  const startedAt = performance.now();
  try {
    return await work(line.show, () => formatDuration(performance.now() - startedAt));
  } finally {
    line.end();
  }
}
