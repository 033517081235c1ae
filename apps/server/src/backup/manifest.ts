import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** Says what a backup contains. It is written last, so a folder without it is no backup. */
export const MANIFEST = 'manifest.json';

/** The folder with artifacts beside the backups that name them: each content is there once. */
export const FILES = 'files';

const FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z][a-z0-9_]*$/);
const count = z.int().min(0);

/** A file with rows in the text format of COPY, compressed with zstd. */
const rowFile = z.object({
  file: z.string().regex(/^[a-z0-9_]+\.copy\.zst$/),
  rows: count,
  sizeBytes: count,
  sha256,
});

/** A file with secrets of the data directory, as it is. */
const secretFile = z.object({
  file: z.enum(['secret', 'secret.previous']),
  sizeBytes: count,
  sha256,
});

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of svc that made the backup. */
  version: z.string(),
  /** The moment of the snapshot. */
  at: z.iso.datetime(),
  /** The steps of the schema that the tables had. */
  schema: z.array(z.string()).min(1),
  /** The size of the database on disk. */
  databaseBytes: count,
  /** Id of the key that is derived from the server's secret. */
  secretKeyId: z.string(),
  /** None when the server had SVC_SECRET, which its owner keeps. */
  secrets: z.array(secretFile),
  /** In the order in which they are loaded. */
  tables: z.array(
    rowFile.extend({
      table: name,
      /** The Monday of the week whose rows these are, for a table that has a partition a week. */
      week: z.iso.date().nullable(),
      columns: z.array(name).min(1),
    }),
  ),
  /** The list of artifacts: a line each with organization, hash and size. */
  files: rowFile.extend({ contentBytes: count }),
  /** Artifacts that the storage did not have, or had damaged. */
  missingFiles: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type RowFile = z.infer<typeof rowFile>;
export type SecretFile = z.infer<typeof secretFile>;
export type TableFile = Manifest['tables'][number];
export const MANIFEST_FORMAT = FORMAT;

/** Durable, and complete or not there at all. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, MANIFEST);
  const text = `${JSON.stringify(manifestSchema.parse(manifest), null, 2)}\n`;
  {
    await using file = await open(`${path}.new`, 'w', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(`${path}.new`, path);
}

/** @throws BackupError when there is none, it is damaged, or a newer svc wrote it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    throw new BackupError(
      `${folder} has no ${MANIFEST}: it is not a complete backup. Name the folder of another one.`,
      { cause: error },
    );
  });
  const found = parseJson(text);
  const format = z.object({ format: z.int().min(FORMAT + 1) }).safeParse(found);
  if (format.success) {
    throw new BackupError(
      `The backup in ${folder} is of a newer svc. Install that version or a later one, and restore with it.`,
    );
  }
  const parsed = manifestSchema.safeParse(found);
  if (parsed.success) return parsed.data;
  throw new BackupError(
    `${join(folder, MANIFEST)} is damaged. Restore another backup, or copy this one again.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `2026-11-29T08-42-09.123Z`: a name that sorts by time, without the colons that Windows refuses. */
export function nameBackup(at: Date): string {
  return at.toISOString().replaceAll(':', '-');
}

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/;

export const UNFINISHED = '.unfinished';

/** The folder itself when it is a backup, or else the newest backup in it. */
export async function findBackup(folder: string): Promise<string> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new BackupError(`There is no folder ${folder}. Name the folder of a backup.`, {
      cause: error,
    });
  });
  if (names.includes(MANIFEST)) return folder;
  const newest = chooseBackups(names).at(-1);
  if (newest !== undefined) return join(folder, newest);
  throw new BackupError(
    names.some((one) => one.endsWith(UNFINISHED))
      ? `The only backup in ${folder} was interrupted. Name the folder of a complete one.`
      : `There is no backup in ${folder}: it has no ${MANIFEST}. Name the folder of a backup.`,
  );
}

/** The names of the complete backups in the folder, the oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const complete: string[] = [];
  for (const name of chooseBackups(await readdir(folder))) {
    const names = await readdir(join(folder, name)).catch((): string[] => []);
    if (names.includes(MANIFEST)) complete.push(name);
  }
  return complete;
}

function chooseBackups(names: readonly string[]): string[] {
  return names.filter((one) => NAME.test(one)).toSorted();
}
