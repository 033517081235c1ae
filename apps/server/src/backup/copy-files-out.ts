import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../make-folder.ts';
import type { Storage } from '../storage/storage.ts';
import { workThroughFiles, type ListedFile } from './listed-files.ts';
import { watchBytes, type OnProgress } from './row-files.ts';

export interface CopiedFiles {
  files: number;
  allBytes: number;
  /** How many were not in the folder yet. */
  copiedFiles: number;
  copiedBytes: number;
  /** Keys of the files that the storage does not have, or has with other bytes. */
  missing: string[];
}

/**
 * Copies the files of the list into the folder `target`. A file there is complete, because it gets its name last, so
 * files of an earlier backup are not read again.
 */
export async function copyFilesOut(
  storage: Storage,
  { listPath, target, onProgress }: { listPath: string; target: string; onProgress: OnProgress },
): Promise<CopiedFiles> {
  await makeFolder(target, { mode: 0o700 });
  const report: CopiedFiles = {
    files: 0,
    allBytes: 0,
    copiedFiles: 0,
    copiedBytes: 0,
    missing: [],
  };
  await workThroughFiles(listPath, async (file) => {
    const became = await copyFileOut(storage, { file, path: join(target, file.key) });
    if (became === 'missing') report.missing.push(file.key);
    else {
      report.files++;
      report.allBytes += file.sizeBytes;
    }
    if (became === 'copied') {
      report.copiedFiles++;
      report.copiedBytes += file.sizeBytes;
    }
    onProgress('artifacts', report.allBytes);
  });
  report.missing.sort();
  return report;
}

async function copyFileOut(
  storage: Storage,
  { file, path }: { file: ListedFile; path: string },
): Promise<'present' | 'copied' | 'missing'> {
  const { key, sha256, sizeBytes } = file;
  const present = await stat(path).catch(() => null);
  if (present?.size === sizeBytes) return 'present';
  const content =
    sizeBytes === 0 ? Readable.from([]) : await storage.read(key, { start: 0, end: sizeBytes - 1 });
  if (content === null) return 'missing';
  await makeFolder(dirname(path), { mode: 0o700 });
  const hash = createHash('sha256');
  const part = `${path}.part`;
  await pipeline(
    content,
    watchBytes((chunk) => hash.update(chunk)),
    createWriteStream(part, { mode: 0o600, flush: true }),
  );
  if (hash.digest('hex') !== sha256) {
    await rm(part);
    return 'missing';
  }
  await rename(part, path);
  return 'copied';
}
