import { Readable } from 'node:stream';
import { ConfigError, type StorageConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { lockSharedRow, setSharedRow, type SharedRow } from './shared-settings.queries.ts';
import { startRefusal } from './start-refusal.ts';

// The name of a file next to the folders of organizations, whose names are ids.
const MARK = 'shared-by-servers';
const MARK_BYTES = 36;

/**
 * Compares the secret and the storage of this server with those that the first server of the database had. Servers that
 * differ would not open each other's webhooks, sessions and artifacts, and the difference could stay unnoticed for a
 * long time. The embedded database has one server. Returns warnings.
 * @throws ConfigError that names the setting.
 */
export async function checkSharedSettings(deps: Deps): Promise<string[]> {
  if (deps.config.databaseUrl === null) return [];
  const secretKeyId = deps.keyring.keyId;
  return deps.database.transaction(async (transaction) => {
    const shared = await lockSharedRow(transaction, { secretKeyId });
    const storage = await compareStorage(deps, shared);
    const complaints = [
      ...(deps.keyring.has(shared.secretKeyId) ? [] : [OTHER_SECRET]),
      ...(storage === 'other' ? [describeOtherStorage(deps.config.storage)] : []),
    ];
    if (complaints.length > 0) throw new ConfigError(complaints);
    // The shared secret may be a former secret of this server, which then has a newer secret.
    const storageMark = typeof storage === 'string' ? shared.storageMark : storage.mark;
    await setSharedRow(transaction, { secretKeyId, storageMark });
    return storage === 'silent'
      ? [
          'the storage does not answer, so it is unknown whether the other servers use the same storage.',
        ]
      : [];
  });
}

/** From now on, the servers of the database share the secret and the storage of this one. */
export async function acceptSharedSettings(deps: Deps): Promise<string[]> {
  if (deps.config.databaseUrl === null) {
    return ['The embedded database has one server, which shares nothing.'];
  }
  const secretKeyId = deps.keyring.keyId;
  await deps.database.transaction(async (transaction) => {
    await lockSharedRow(transaction, { secretKeyId });
    await setSharedRow(transaction, { secretKeyId, storageMark: await mark(deps) });
  });
  return ['Servers of this database now share the secret and the storage of these settings.'];
}

/** `silent`: the storage does not answer at the moment, and a server starts without it. */
async function compareStorage(
  deps: Deps,
  { storageMark }: SharedRow,
): Promise<'same' | 'other' | 'silent' | { mark: string }> {
  try {
    if (storageMark === null) return { mark: await mark(deps) };
    return (await readMark(deps)) === storageMark ? 'same' : 'other';
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
    // A folder that the server may not use does not come back by itself, as a store does.
    if (startRefusal(error.cause, deps.config) !== undefined) throw error.cause;
    return 'silent';
  }
}

/** Makes the mark. One that is there may be of the servers of another database, which keep it. */
async function mark(deps: Deps): Promise<string> {
  const found = await readMark(deps);
  if (found?.length === MARK_BYTES) return found;
  const id = deps.random.id();
  await deps.storage.write(MARK, Readable.from([Buffer.from(id)]), MARK_BYTES);
  return id;
}

async function readMark({ storage }: Deps): Promise<string | null> {
  const stored = await storage.read(MARK, { start: 0, end: MARK_BYTES - 1 });
  return stored === null ? null : readWholeStream(stored);
}

async function readWholeStream(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

const ACCEPT =
  'run `svc-admin servers accept` with these settings, and restart the other servers with them';

const OTHER_SECRET =
  'SVC_SECRET is not the one that the other servers of this database have. Set the same one on each; ' +
  `while you change it, also SVC_PREVIOUS_SECRET. If the former one is lost, ${ACCEPT}.`;

function describeOtherStorage(storage: StorageConfig): string {
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
