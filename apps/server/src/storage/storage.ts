import type { Readable } from 'node:stream';
import type { StorageConfig } from '../config.ts';
import { SvcError } from '../errors.ts';
import { DiskDriver } from './disk-driver.ts';
import type { ByteRange, StorageDriver, StorageFile } from './storage-driver.ts';

/**
 * Stores files in a folder or a bucket. Keys are paths of ids and hashes that the server creates itself. Every method
 * throws SvcError SERVICE_UNAVAILABLE when the disk or the store fails.
 */
export class Storage {
  readonly #driver: StorageDriver;

  constructor(driver: StorageDriver) {
    this.#driver = driver;
  }

  /**
   * Streams `sizeBytes` bytes into a file that no other call writes. After an error, deletes the file if possible.
   * @throws the error of the source, if it failed.
   */
  async write(key: string, content: Readable, sizeBytes: number): Promise<void> {
    try {
      await this.#driver.putStream(key, content, { contentLength: sizeBytes });
    } catch (error) {
      // The first error is more useful than a second one, for example about a missing file.
      await this.#driver.delete(key).catch(() => undefined);
      throw findSourceError(content) ?? buildStorageError(error);
    }
  }

  /** Moves the file to `to`, atomically and durably, replacing an existing file. */
  async move(from: string, to: string): Promise<void> {
    await this.#driver.move(from, to).catch(rethrow);
  }

  /** A part of the file; null when there is no such file. */
  async read(key: string, range: ByteRange): Promise<Readable | null> {
    return this.#driver.readRange(key, range).catch(rethrow);
  }

  /** Does nothing when there is no such file. */
  async delete(key: string): Promise<void> {
    await this.#driver.delete(key).catch(rethrow);
  }

  /** All files whose keys begin with the folder's path, in pages. */
  async *list(folder: string): AsyncIterable<StorageFile[]> {
    try {
      yield* this.#driver.listPages(folder);
    } catch (error) {
      rethrow(error);
    }
  }
}

/** The configured storage. Creates nothing before the first write. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'disk') return new Storage(new DiskDriver(config.folder));
  // Loading the AWS client takes a third of a second of a start, so only servers that use it load it.
  const { BucketDriver } = await import('./bucket-driver.ts');
  return new Storage(new BucketDriver(config));
}

/** The source's own error. An AbortError only means that the source was not read to its end. */
function findSourceError({ errored }: Readable): Error | undefined {
  return errored === null || errored.name === 'AbortError' ? undefined : errored;
}

// A full disk, an exceeded quota, and S3's codes for both.
const NO_ROOM = new Set([
  'ENOSPC',
  'EDQUOT',
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
]);

// Long enough for a person to free space or for a store to come back.
const RETRY_AFTER_SECONDS = 30;

function buildStorageError(cause: unknown): SvcError {
  const { code, name } = cause as { code?: string; name?: string };
  const isFull = NO_ROOM.has(code ?? '') || NO_ROOM.has(name ?? '');
  return new SvcError(
    'SERVICE_UNAVAILABLE',
    isFull
      ? 'The server has no room left to store files.'
      : 'The server cannot use its file storage at the moment.',
    {
      hint: 'Its operator finds the reason in its log.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    },
  );
}

function rethrow(error: unknown): never {
  throw error instanceof SvcError ? error : buildStorageError(error);
}
