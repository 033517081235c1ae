import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseContentKey } from '../storage/content-key.ts';
import { workThroughFiles } from './listed-files.ts';
import { FILES, listBackups, readManifest, UNFINISHED } from './manifest.ts';

export interface DeletedBackups {
  backups: number;
  files: number;
  bytes: number;
}

/**
 * Deletes every backup below the folder but the newest, and the artifacts that no kept backup lists. An interruption leaves
 * no half of a backup: it loses its name first.
 * @throws BackupError when the manifest of a backup that stays cannot be read; then no artifact is deleted.
 */
export async function deleteOldBackups(folder: string, keep: number): Promise<DeletedBackups> {
  const root = resolve(folder);
  const backups = await listBackups(root);
  const kept = backups.slice(-keep);
  const wanted = await listWantedFiles(root, kept);
  for (const name of backups.slice(0, -keep)) {
    const nameless = join(root, `${name}${UNFINISHED}`);
    await rename(join(root, name), nameless);
    await rm(nameless, { recursive: true });
  }
  const files = await deleteUnwantedFiles(join(root, FILES), wanted);
  return { backups: backups.length - kept.length, ...files };
}

async function listWantedFiles(root: string, backups: readonly string[]): Promise<Set<string>> {
  const wanted = new Set<string>();
  for (const name of backups) {
    const folder = join(root, name);
    const { files } = await readManifest(folder);
    await workThroughFiles(join(folder, files.file), async ({ key }) => void wanted.add(key));
  }
  return wanted;
}

/** Leaves everything alone that has not the name of an artifact. */
async function deleteUnwantedFiles(
  folder: string,
  wanted: ReadonlySet<string>,
): Promise<Pick<DeletedBackups, 'files' | 'bytes'>> {
  const deleted = { files: 0, bytes: 0 };
  for (const organization of await listFolders(folder)) {
    for (const start of await listFolders(join(folder, organization))) {
      for (const name of await readdir(join(folder, organization, start))) {
        const key = `${organization}/${start}/${name}`;
        if (wanted.has(key) || parseContentKey(key) === undefined) continue;
        deleted.bytes += (await stat(join(folder, key))).size;
        deleted.files++;
        await rm(join(folder, key));
      }
    }
  }
  return deleted;
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
