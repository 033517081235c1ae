import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Deps } from '../deps.ts';
import { parseContentKey } from '../storage/content-key.ts';
import { workThroughFiles } from './listed-files.ts';
import { withFilesKept } from './make-backup.ts';
import { FILES, listBackups, readManifest, UNFINISHED } from './manifest.ts';
import { checkFile, checkFileSize } from './row-files.ts';

export interface DeletedBackups {
  backups: number;
  files: number;
  bytes: number;
}

/**
 * Deletes every backup below the folder of `made` but that one and the newest others, and the artifacts that no kept
 * backup lists. `made` stays whatever its date: the clock may have been ahead before. Waits for a backup that runs,
 * because its artifacts are in no list yet. An interruption leaves no half of a backup: it loses its name first.
 * @param keep how many stay, 1 or more.
 * @throws BackupError when a backup that stays is damaged; then nothing is deleted.
 */
export function deleteOldBackups(
  deps: Pick<Deps, 'databases'>,
  made: string,
  keep: number,
): Promise<DeletedBackups> {
  const root = dirname(made);
  return withFilesKept(deps, async () => {
    const others = (await listBackups(root)).filter((name) => name !== basename(made));
    const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
    const wanted = await listWantedFiles([...others.slice(old.length), basename(made)], root);
    for (const name of old) {
      const nameless = join(root, `${name}${UNFINISHED}`);
      await rename(join(root, name), nameless);
      await rm(nameless, { recursive: true });
    }
    return { backups: old.length, ...(await deleteUnwantedFiles(join(root, FILES), wanted)) };
  });
}

async function listWantedFiles(backups: readonly string[], root: string): Promise<Set<string>> {
  const wanted = new Set<string>();
  for (const name of backups) {
    const folder = join(root, name);
    const { tables, files } = await readManifest(folder);
    for (const table of tables) await checkFileSize(join(folder, table.file), table);
    const list = join(folder, files.file);
    await checkFile(list, files);
    await workThroughFiles(list, async ({ key }) => void wanted.add(key));
  }
  return wanted;
}

/** Leaves everything alone that has not the name of an artifact, or of one whose copying was interrupted. */
async function deleteUnwantedFiles(
  folder: string,
  wanted: ReadonlySet<string>,
): Promise<Pick<DeletedBackups, 'files' | 'bytes'>> {
  const deleted = { files: 0, bytes: 0 };
  for (const organization of await listFolders(folder)) {
    for (const start of await listFolders(join(folder, organization))) {
      for (const name of await readdir(join(folder, organization, start))) {
        const key = `${organization}/${start}/${name}`;
        const isArtifact = parseContentKey(key.replace(/\.part$/, '')) !== undefined;
        if (wanted.has(key) || !isArtifact) continue;
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
