import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INCOMING, parseContentKey } from '../storage/content-key.ts';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { workThroughFiles, type ListedFile } from './listed-files.ts';
import type { Manifest } from './manifest.ts';
import { buildCutError, hashFile, hashStream, type OnProgress } from './row-files.ts';

/**
 * Refuses a storage with files that are not in the backup: they are of another server. Files of the backup are there
 * after an interrupted restore.
 */
export async function refuseOtherFiles(storage: Storage, files: string): Promise<void> {
  for await (const page of storage.list('/')) {
    for (const { key } of page) {
      if (parseContentKey(key) === undefined) continue;
      if ((await stat(join(files, key)).catch(() => null)) !== null) continue;
      throw new BackupError(
        'The storage has artifacts that are not in the backup, and restore overwrites nothing. Set SVC_DATA_DIR to an empty folder, or SVC_S3_BUCKET to an empty bucket.',
      );
    }
  }
}

/** Copies the artifacts of the backup into the storage, and checks each. Returns how many the storage did not have. */
export async function copyFilesIn(
  storage: Storage,
  {
    folder,
    files,
    manifest,
    onProgress,
  }: { folder: string; files: string; manifest: Manifest; onProgress: OnProgress },
): Promise<number> {
  const missing = new Set(manifest.missingFiles);
  let copied = 0;
  let bytes = 0;
  await workThroughFiles(join(folder, manifest.files.file), async (file) => {
    if (missing.has(file.key)) return;
    if (!(await isStored(storage, file))) {
      await copyFileIn(storage, { file, path: join(files, file.key) });
      copied++;
    }
    onProgress('artifacts', (bytes += file.sizeBytes));
  });
  return copied;
}

async function isStored(
  storage: Storage,
  { key, sha256, sizeBytes }: ListedFile,
): Promise<boolean> {
  // A range of no bytes cannot be read. Writing the file again costs nothing.
  if (sizeBytes === 0) return false;
  const content = await storage.read(key, { start: 0, end: sizeBytes - 1 });
  return content !== null && (await hashStream(content)) === sha256;
}

/** Hashes the file first: what is damaged must not get a name in the storage. */
async function copyFileIn(
  storage: Storage,
  { file, path }: { file: ListedFile; path: string },
): Promise<void> {
  if ((await hashFile(path)) !== file.sha256) throw buildCutError(path);
  const incoming = `${INCOMING}/restored-${file.key.replaceAll('/', '-')}`;
  await storage.write(incoming, createReadStream(path), file.sizeBytes);
  await storage.move(incoming, file.key);
}
