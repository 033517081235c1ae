import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { workThroughFiles } from './listed-files.ts';
import { FILES, type Manifest, type SecretFile } from './manifest.ts';
import { buildCutError, checkFile, hashFile, type OnProgress } from './row-files.ts';

/**
 * Compares the backup in this folder with its manifest. Reads all rows. Of the artifacts it only looks at the sizes,
 * unless `contents` is set: restore reads each of them anyway. The secrets count only with `secrets`: a restore may do
 * without them.
 * @throws BackupError that names the first file that is missing, cut or altered.
 */
export async function checkBackup(
  folder: string,
  {
    manifest,
    contents,
    secrets,
    onProgress,
  }: { manifest: Manifest; contents: boolean; secrets: boolean; onProgress: OnProgress },
): Promise<void> {
  let bytes = 0;
  if (secrets) for (const secret of manifest.secrets) await checkSecret(folder, secret);
  for (const rowFile of [...manifest.tables, manifest.files]) {
    await checkFile(join(folder, rowFile.file), rowFile);
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

async function checkSecret(folder: string, { file, ...expected }: SecretFile): Promise<void> {
  try {
    await checkFile(join(folder, file), expected);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(
      `${error.message} If the secret is lost, restore with --other-secret: everybody signs in again, and the URLs and secrets of webhooks have to be set again.`,
      { cause: error },
    );
  }
}
