import { open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FSDriver } from 'flydrive/drivers/fs';
import { makeFolder } from '../make-folder.ts';
import type { ByteRange, StorageDriver, StorageFile } from './storage-driver.ts';

/** flydrive's disk driver, with two additions: files that survive a crash, and range reads. */
export class DiskDriver extends FSDriver implements StorageDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  /**
   * The file is synced to disk when this resolves. flydrive's own method does not sync, and reports a full disk as an
   * aborted read.
   */
  override async putStream(key: string, contents: Readable): Promise<void> {
    const path = join(this.#folder, key);
    await makeFolder(dirname(path));
    await writeFile(path, contents, { flush: true });
  }

  /** Atomic, and durable when it resolves; flydrive's own method copies. */
  override async move(source: string, destination: string): Promise<void> {
    const [from, to] = [join(this.#folder, source), join(this.#folder, destination)];
    const firstMade = await makeFolder(dirname(to));
    await rename(from, to);
    const lastToSync = firstMade === undefined ? dirname(to) : dirname(firstMade);
    for (let folder = dirname(to); ; folder = dirname(folder)) {
      await syncFolder(folder);
      if (folder === lastToSync) return;
    }
  }

  async readRange(key: string, { start, end }: ByteRange): Promise<Readable | null> {
    try {
      const file = await open(join(this.#folder, key));
      return file.createReadStream({ start, end });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** One folder at a time, so that a million files are never in memory at once. */
  async *listPages(prefix: string): AsyncIterable<StorageFile[]> {
    const entries = [...(await this.listAll(prefix)).objects];
    yield entries.flatMap((entry) =>
      entry.isFile ? [{ key: entry.key, writtenAt: () => this.#readWrittenAt(entry.key) }] : [],
    );
    for (const entry of entries) if (entry.isDirectory) yield* this.listPages(entry.prefix);
  }

  async #readWrittenAt(key: string): Promise<Date | null> {
    try {
      return (await this.getMetaData(key)).lastModified;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and persists their entries by itself.
  if (process.platform === 'win32') return;
  await using folder = await open(path);
  await folder.sync();
}
