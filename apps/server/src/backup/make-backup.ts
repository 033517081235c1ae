import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readCitusVersion } from '../db/citus/cluster.queries.ts';
import { openDatabase, type Database } from '../db/connections/database.ts';
import { readDatabaseSize } from '../db/database-size.queries.ts';
import { keepFiles } from '../db/locks.ts';
import { isBeingDetached } from '../db/partitions/detach-week.ts';
import { listPartitionWeeks } from '../db/partitions/partitions.ts';
import type { Deps } from '../deps.ts';
import { makeFolder } from '../make-folder.ts';
import { saveSecrets } from '../secrets/server-secret.ts';
import { listSchemaSteps } from './backup.queries.ts';
import { BackupError, explainDiskError } from './backup-error.ts';
import { copyFilesOut, type CopiedFiles } from './copy-files-out.ts';
import { copySnapshotOut } from './copy-snapshot-out.ts';
import {
  FILES,
  MANIFEST_FORMAT,
  nameBackup,
  UNFINISHED,
  writeManifest,
  type SecretFile,
} from './manifest.ts';
import { hashFile, type OnProgress } from './row-files.ts';

export interface BackupReport extends CopiedFiles {
  folder: string;
  at: Date;
  rows: number;
  /** Compressed, on disk. */
  tableBytes: number;
  contentBytes: number;
  /** Whether the secret of the data directory is in the backup. Otherwise it is SVC_SECRET. */
  hasSecret: boolean;
}

type BackupDeps = Pick<
  Deps,
  'clock' | 'config' | 'databases' | 'keyring' | 'random' | 'storage' | 'version'
>;

/**
 * Backs up the database and the artifacts as of one moment, into a new folder below `folder` that is named after the
 * moment. Artifacts go to a folder that all backups below `folder` share, so a later backup copies only new ones, and one
 * that was interrupted goes on with the artifacts. Servers keep running. While it runs, nothing deletes files and
 * retention waits.
 * @throws BackupError
 */
export async function makeBackup(
  deps: BackupDeps,
  folder: string,
  onProgress: OnProgress,
): Promise<BackupReport> {
  const root = resolve(folder);
  try {
    await makeFolder(root, { mode: 0o700 });
    return await withFilesKept(deps, async (database) => {
      await refuseHalfDetachedWeek(database);
      await removeUnfinished(root);
      return fillFolder(deps, { database, root, onProgress });
    });
  } catch (error) {
    await removeUnfinished(root).catch(() => undefined);
    throw explainDiskError(error, root, 'run the backup again: artifacts that it has stay');
  }
}

/** Does the work while no other backup runs, and nothing deletes files of the storage. */
export async function withFilesKept<Answer>(
  { databases }: Pick<Deps, 'databases'>,
  work: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase(databases.jobQueue.url, 2, { work: 'migration' });
  try {
    await refuseCluster(database);
    return await database.transaction(async (transaction) => {
      await keepFiles(transaction);
      return work(database);
    });
  } finally {
    await database.close();
  }
}

async function fillFolder(
  deps: BackupDeps,
  { database, root, onProgress }: { database: Database; root: string; onProgress: OnProgress },
): Promise<BackupReport> {
  const unfinished = join(root, `${deps.random.id()}${UNFINISHED}`);
  await mkdir(unfinished, { mode: 0o700 });
  const snapshot = await copySnapshotOut(deps.databases.jobQueue.url, unfinished, onProgress);
  const { at, tables, files } = snapshot;
  const copied = await copyFilesOut(deps.storage, {
    listPath: join(unfinished, files.file),
    target: join(root, FILES),
    onProgress,
  });
  const secrets = await describeSecrets(unfinished, saveSecrets(deps.config, unfinished));
  await writeManifest(unfinished, {
    format: MANIFEST_FORMAT,
    version: deps.version,
    at: at.toISOString(),
    schema: await listSchemaSteps(database),
    databaseBytes: await readDatabaseSize(database),
    secretKeyId: deps.keyring.keyId,
    secrets,
    tables,
    files: { ...files, contentBytes: copied.allBytes },
    missingFiles: copied.missing,
  });
  const done = join(root, nameBackup(at));
  await rename(unfinished, done);
  await chmod(done, 0o700);
  return {
    ...copied,
    folder: done,
    at,
    rows: sum(tables.map((one) => one.rows)),
    tableBytes: sum([files, ...tables].map((one) => one.sizeBytes)),
    contentBytes: copied.allBytes,
    hasSecret: secrets.length > 0,
  };
}

function describeSecrets(
  folder: string,
  names: readonly SecretFile['file'][],
): Promise<SecretFile[]> {
  return Promise.all(
    names.map(async (file) => {
      const path = join(folder, file);
      return { file, sizeBytes: (await stat(path)).size, sha256: await hashFile(path) };
    }),
  );
}

/** The nodes of a cluster have no common snapshot. */
async function refuseCluster(database: Database): Promise<void> {
  if ((await readCitusVersion(database)) === null) return;
  throw new BackupError(
    'This database is a Citus cluster, whose nodes have no common snapshot. Back up each node with its own tools, and the bucket beside them.',
  );
}

/** The results of such a week are in no table that answers read, and not yet counted in the roll-ups that stay. */
async function refuseHalfDetachedWeek(database: Database): Promise<void> {
  for (const week of await listPartitionWeeks(database)) {
    if (!(await isBeingDetached(database, week))) continue;
    throw new BackupError(
      `Retention was interrupted in the week of ${week}. Run 'svc-admin retention apply', and then the backup again.`,
    );
  }
}

async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith(UNFINISHED)) await rm(join(root, name), { recursive: true, force: true });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
