import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase, type Database } from '../db/connections/database.ts';
import { DatabaseClient } from '../db/connections/database-client.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Migration } from '../db/migrations/migration.ts';
import { makePartitions } from '../db/partitions/partitions.ts';
import { openBareDatabase } from '../db/store.ts';
import { openKeyring } from '../secrets/keyring.ts';
import { restoreSecrets } from '../secrets/server-secret.ts';
import { openStorage } from '../storage/storage.ts';
import {
  analyzeTables,
  beginLoading,
  endTransaction,
  hasOwners,
  listSchemaSteps,
  prepareCopying,
} from './backup.queries.ts';
import { BackupError, explainDiskError } from './backup-error.ts';
import { checkBackup } from './check-backup.ts';
import { copyFilesIn, refuseOtherFiles } from './copy-files-in.ts';
import { loadTables } from './load-tables.ts';
import { FILES, findBackup, readManifest, type Manifest } from './manifest.ts';
import type { OnProgress } from './row-files.ts';
import { requireRoomFor } from './restore-room.ts';

export interface RestoreReport {
  folder: string;
  manifest: Manifest;
  /** Without those that the storage had already, from a restore that was interrupted. */
  copiedFiles: number;
}

interface RestoreOptions {
  folder: string;
  version: string;
  log: { info(message: string): void; warn(message: string): void };
  onProgress: OnProgress;
  /** Goes on although the server's secret is another one: sessions end, and sealed values do not open. */
  otherSecret: boolean;
  /** The steps of the schema that this server knows. */
  steps?: readonly Migration[];
}

/**
 * Restores the newest backup below the folder, or the one in it, into an empty database and an empty storage. The rows
 * are loaded last and in one transaction, so a restore that was interrupted leaves a database without rows, and the next
 * one goes on with the artifacts.
 * @throws BackupError
 */
export async function restoreBackup(
  config: Config,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const folder = await findBackup(resolve(options.folder));
  const manifest = await readManifest(folder);
  const steps = chooseSteps(manifest, options);
  await checkBackup(folder, {
    manifest,
    contents: false,
    secrets: config.secret === null && !options.otherSecret,
    onProgress: options.onProgress,
  });
  const { databaseUrl, close } = await openBareDatabase(config, options.log);
  const database = openDatabase(databaseUrl, 2, { work: 'migration' });
  const client = new DatabaseClient({ connectionString: databaseUrl, keepAlive: true });
  try {
    await client.connect();
    await prepareCopying(client);
    const place = { folder, manifest, database, client };
    return await restoreInto(config, place, { ...options, ...steps });
  } catch (error) {
    throw explainDiskError(error, config.dataDir, 'run the restore again: it goes on');
  } finally {
    await client.end();
    await database.close();
    await close();
  }
}

interface Place {
  folder: string;
  manifest: Manifest;
  database: Database;
  client: DatabaseClient;
}

async function restoreInto(
  config: Config,
  { folder, manifest, database, client }: Place,
  { otherSecret, log, onProgress, before, all }: RestoreOptions & Steps,
): Promise<RestoreReport> {
  await refuseRows(client, { database, before });
  const storage = await openStorage(config.storage);
  const files = join(dirname(folder), FILES);
  await refuseOtherFiles(storage, files);
  await requireRoomFor(manifest, config);
  restoreSecrets(config, folder);
  if (!otherSecret) refuseOtherSecret(config, manifest);
  await migrate(database, log.info, before);
  for (const week of new Set(manifest.tables.map((one) => one.week))) {
    if (week !== null) await makePartitions(database, new Date(week), new Date(week));
  }
  const copiedFiles = await copyFilesIn(storage, { folder, files, manifest, onProgress });
  await beginLoading(client);
  if (await hasOwners(client)) throw new BackupError(HAS_ROWS);
  await loadTables(client, { folder, manifest, onProgress });
  await endTransaction(client);
  await migrate(database, log.info, all);
  await analyzeTables(client);
  return { folder, manifest, copiedFiles };
}

interface Steps {
  /** The steps of the schema that the backup's tables have. */
  before: readonly Migration[];
  all: readonly Migration[];
}

/** @throws BackupError for a backup of a newer schema. */
function chooseSteps(
  manifest: Manifest,
  { steps = migrations, version }: Pick<RestoreOptions, 'steps' | 'version'>,
): Steps {
  const before = steps.slice(0, manifest.schema.length);
  const isKnown = manifest.schema.every((name, index) => before[index]?.name === name);
  if (isKnown) return { before, all: steps };
  throw new BackupError(
    `The backup is of svc ${manifest.version}, whose database is newer than that of this svc ${version}. Install that version or a later one, and restore with it.`,
  );
}

async function refuseRows(
  client: DatabaseClient,
  { database, before }: { database: Database; before: readonly Migration[] },
): Promise<void> {
  const present = await listSchemaSteps(database);
  if (present.length === 0) return;
  if (await hasOwners(client)) throw new BackupError(HAS_ROWS);
  if (present.length <= before.length) return;
  throw new BackupError(
    'The backup is older than the tables of this database. Restore into a database without tables: it is brought up to date afterwards.',
  );
}

const HAS_ROWS =
  'The database has organizations or users, and restore overwrites nothing. Set DATABASE_URL to an empty database, or SVC_DATA_DIR to an empty folder.';

function refuseOtherSecret(config: Config, { secretKeyId }: Manifest): void {
  if (openKeyring(config).has(secretKeyId)) return;
  throw new BackupError(
    'SVC_SECRET is not the one that the backup was made with. Set that one; if it is lost, restore with --other-secret: everybody signs in again, and the URLs and secrets of webhooks have to be set again.',
  );
}
