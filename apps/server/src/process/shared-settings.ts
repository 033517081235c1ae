import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ConfigError, type StorageConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Transaction } from '../db/statements.ts';
import { SvcError } from '../errors.ts';

interface SharedRow {
  secretKeyId: string;
  storageMark: string | null;
}

// Beside the folders of organizations, whose names are ids.
const MARK = 'shared-by-servers';
const MARK_BYTES = 36;

/**
 * Compares the secret and the storage of this server with those that the first server of the database had. Servers that
 * differ would not open each other's webhooks, sessions and artifacts, and nobody would notice for long. The embedded
 * database has one server. Returns warnings.
 * @throws ConfigError that says which setting differs.
 */
export async function checkSharedSettings(deps: Deps): Promise<string[]> {
  if (deps.config.databaseUrl === null) return [];
  // The transaction of another first server has to end before the row is read.
  return deps.database.transaction(async (transaction) => {
    const shared = await sharedRow(deps, transaction);
    const complaints: string[] = [];
    if (!deps.keyring.has(shared.secretKeyId)) complaints.push(OTHER_SECRET);
    const storage = await compareStorage(deps, transaction, shared);
    if (storage === 'other') complaints.push(otherStorage(deps.config.storage));
    if (complaints.length > 0) throw new ConfigError(complaints);
    // The shared one is a former secret of this server, so this server has the newer one.
    await transaction.query('UPDATE shared_settings SET secret_key_id = $1', [deps.keyring.keyId]);
    return storage === 'silent'
      ? ['the storage does not answer, so nobody knows yet if it is the one of the other servers.']
      : [];
  });
}

/** From now on, the servers of the database share the secret and the storage of this one. */
export async function acceptSharedSettings(deps: Deps): Promise<string[]> {
  if (deps.config.databaseUrl === null) {
    return ['The embedded database has one server, which shares nothing.'];
  }
  await deps.database.transaction(async (transaction) => {
    await transaction.query('DELETE FROM shared_settings');
    const shared = await sharedRow(deps, transaction);
    await mark(deps, transaction, shared.storageMark ?? deps.random.id());
  });
  return ['Servers of this database now share the secret and the storage of these settings.'];
}

async function sharedRow({ keyring }: Deps, transaction: Transaction): Promise<SharedRow> {
  await transaction.query(
    'INSERT INTO shared_settings (secret_key_id) VALUES ($1) ON CONFLICT DO NOTHING',
    [keyring.keyId],
  );
  const [row] = await transaction.query<SharedRow>(
    `SELECT secret_key_id AS "secretKeyId", storage_mark AS "storageMark"
     FROM shared_settings
     FOR UPDATE`,
  );
  if (row === undefined) throw new Error('the row of the shared settings was deleted meanwhile');
  return row;
}

/** `silent`: the storage cannot be asked at the moment. A server starts without it. */
async function compareStorage(
  deps: Deps,
  transaction: Transaction,
  { storageMark }: SharedRow,
): Promise<'same' | 'other' | 'silent'> {
  try {
    if (storageMark === null) {
      await mark(deps, transaction, deps.random.id());
      return 'same';
    }
    const stored = await deps.storage.read(MARK, { start: 0, end: MARK_BYTES - 1 });
    return stored !== null && (await text(stored)) === storageMark ? 'same' : 'other';
  } catch (error) {
    if (error instanceof SvcError && error.code === 'SERVICE_UNAVAILABLE') return 'silent';
    throw error;
  }
}

async function mark({ storage }: Deps, transaction: Transaction, id: string): Promise<void> {
  await storage.write(MARK, Readable.from([Buffer.from(id)]), MARK_BYTES);
  await transaction.query('UPDATE shared_settings SET storage_mark = $1', [id]);
}

const ACCEPT =
  'run `svc-admin servers accept` with these settings, and restart the other servers with them';

const OTHER_SECRET =
  'SVC_SECRET is not the one that the other servers of this database have. Set the same one on each; ' +
  `while you change it, also SVC_PREVIOUS_SECRET. If the former one is lost, ${ACCEPT}.`;

function otherStorage(storage: StorageConfig): string {
  const [place, setting] =
    storage.kind === 'disk'
      ? [
          `the folder ${storage.folder}`,
          'SVC_DATA_DIR to a folder that all servers see, or use SVC_STORAGE=s3',
        ]
      : [`the bucket ${storage.bucket}`, 'the same SVC_S3_BUCKET and SVC_S3_ENDPOINT on each'];
  return (
    `${place} is not the storage of the other servers of this database: what they stored is not there. ` +
    `Set ${setting}. If that storage is lost, ${ACCEPT}.`
  );
}
