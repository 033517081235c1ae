import { randomFillSync } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const WAL_FILE_BYTES = 16 * 1024 * 1024;
// Recovery writes one file of write-ahead log or two, and the checkpoint after it another.
const RESERVE_BYTES = 4 * WAL_FILE_BYTES;
// Made only where as much again stays free: the reserve must not be what fills the disk.
const WANTED_FREE_BYTES = 2 * RESERVE_BYTES;

/**
 * Room on the disk of Postgres' write-ahead log that is given up when Postgres cannot start on a full
 * disk, so that it can recover without anybody deleting something else first.
 */
export class ReserveFile {
  readonly #path: string;

  constructor(clusterDir: string) {
    // In pg_wal itself, which may lie on another disk. Postgres leaves files alone whose names are not its own.
    this.#path = join(clusterDir, 'pg_wal', 'svc-reserve');
  }

  /** Makes the file, unless it is there or the disk has too little room. Returns whether it is there. */
  async keep(): Promise<boolean> {
    const size = await stat(this.#path).then(
      (found) => found.size,
      () => 0,
    );
    if (size >= RESERVE_BYTES) return true;
    if ((await this.#freeBytes()) < WANTED_FREE_BYTES) return false;
    try {
      await fill(this.#path);
      return true;
    } catch (error) {
      await this.giveUp();
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
      throw error;
    }
  }

  /** Whether Postgres can write a further file of its write-ahead log. */
  async diskHasRoom(): Promise<boolean> {
    return (await this.#freeBytes()) >= WAL_FILE_BYTES;
  }

  /** Gives its room back to the disk. Returns whether there was any. */
  async giveUp(): Promise<boolean> {
    const found = await stat(this.#path).then(
      () => true,
      () => false,
    );
    await rm(this.#path, { force: true });
    return found;
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.#path));
    return bavail * bsize;
  }
}

/** With random bytes: a file of zeros takes no room on a file system that compresses. */
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
