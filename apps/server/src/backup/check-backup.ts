import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { workThroughFiles } from './listed-files.ts';
import { FILES, type Manifest } from './manifest.ts';
import { buildCutError, checkRowFile, hashFile, type OnProgress } from './row-files.ts';

/**
 * Compares the backup in this folder with its manifest. Reads all rows. Of the artifacts it only looks at the sizes,
 * unless `contents` is set: restore reads each of them anyway.
 * @throws BackupError that names the first file that is missing, cut or altered.
 */
export async function checkBackup(
  folder: string,
  {
    manifest,
    contents,
    onProgress,
  }: { manifest: Manifest; contents: boolean; onProgress: OnProgress },
): Promise<void> {
  let bytes = 0;
  for (const rowFile of [...manifest.tables, manifest.files]) {
    await checkRowFile(join(folder, rowFile.file), rowFile);
    onProgress('checking the backup', (bytes += rowFile.sizeBytes));
  }
  const missing = new Set(manifest.missingFiles);
  await workThroughFiles(join(folder, manifest.files.file), async ({ key, sha256, sizeBytes }) => {
    if (missing.has(key)) return;
    const path = join(dirname(folder), FILES, key);
    const found = await stat(path).catch(() => null);
    if (found === null) {
      throw new BackupError(
        `${path} is missing. Copy the folder '${FILES}' beside the backup too, or restore another one.`,
      );
    }
    if (found.size !== sizeBytes) throw buildCutError(path);
    if (contents && (await hashFile(path)) !== sha256) throw buildCutError(path);
    onProgress('checking the artifacts', (bytes += sizeBytes));
  });
}
