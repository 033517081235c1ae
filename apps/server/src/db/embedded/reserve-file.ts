import { randomFillSync } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const WAL_FILE_BYTES = 16 * 1024 * 1024;
// Recovery writes one or two files of write-ahead log, and the checkpoint after it another.
const RESERVE_BYTES = 4 * WAL_FILE_BYTES;
// Created only when twice as much space is free: the reserve must not fill the disk.
const WANTED_FREE_BYTES = 2 * RESERVE_BYTES;

/**
 * Reserves space on the disk of Postgres' write-ahead log. When Postgres cannot start because the disk is full, the
 * server deletes the file, and Postgres can recover without help.
 */
export class ReserveFile {
  readonly #path: string;

  constructor(clusterDir: string) {
    // The file is in pg_wal itself, which may be on another disk. Postgres ignores files there whose names are not its
    // own.
    this.#path = join(clusterDir, 'pg_wal', 'svc-reserve');
  }

  /** Creates the file, unless it exists or the disk has too little space. Returns whether it exists. */
  async keep(): Promise<boolean> {
    const size = await stat(this.#path).then(
      (found) => found.size,
      () => 0,
    );
    if (size >= RESERVE_BYTES) return true;
    if ((await this.#readFreeBytes()) < WANTED_FREE_BYTES) return false;
    try {
      await fill(this.#path);
      return true;
    } catch (error) {
      await this.giveUp();
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
      throw error;
    }
  }

  /** Whether Postgres can write another file of its write-ahead log. */
  async hasDiskRoom(): Promise<boolean> {
    return (await this.#readFreeBytes()) >= WAL_FILE_BYTES;
  }

  /** Frees the reserved space. Returns whether there was any. */
  async giveUp(): Promise<boolean> {
    const found = await stat(this.#path).then(
      () => true,
      () => false,
    );
    await rm(this.#path, { force: true });
    return found;
  }

  async #readFreeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.#path));
    return bavail * bsize;
  }
}

/** Uses random bytes: a file of zeros takes no space on a file system that compresses. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    const chunk = randomFillSync(Buffer.alloc(1024 * 1024));
    for (let written = 0; written < RESERVE_BYTES; written += chunk.length) {
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
