import { copyFile, open, rm, stat, truncate } from 'node:fs/promises';

// Enough for the lines of one start; the whole log may be large.
const TAIL_BYTES = 16_384;
// Years of a quiet server. An application that repeats an error fills it within a day.
const LARGEST_BYTES = 4 * 1024 * 1024;

/** Postgres' stderr, in a file next to its data, and one older file beside it. */
export class PostgresLog {
  readonly path: string;

  constructor(clusterDir: string) {
    this.path = `${clusterDir}.log`;
  }

  async readSizeBytes(): Promise<number> {
    return stat(this.path).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /**
   * Makes a large log the older file and empties it. Postgres keeps its file open for appending, so the file is copied
   * instead of renamed. Without room for the copy, all lines are lost: a full disk needs the room more.
   */
  async rotate(): Promise<void> {
    if ((await this.readSizeBytes()) <= LARGEST_BYTES) return;
    const older = `${this.path}.1`;
    await rm(older, { force: true });
    await copyFile(this.path, older).catch(() => rm(older, { force: true }));
    await truncate(this.path);
  }

  /** The text after this byte, at most the last 16 KB of it. */
  async readSince(byte: number): Promise<string> {
    const size = await this.readSizeBytes();
    const from = Math.max(byte, size - TAIL_BYTES);
    if (size <= from) return '';
    const file = await open(this.path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(size - from),
        0,
        size - from,
        from,
      );
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async readLastLines(count: number): Promise<string> {
    return (await this.readSince(0)).trimEnd().split('\n').slice(-count).join('\n');
  }
}

/** Whether the log reports a full disk. */
export function isDiskFullReported(log: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(log);
}
