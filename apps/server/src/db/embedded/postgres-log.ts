import { open, stat } from 'node:fs/promises';

// Enough for the lines of one start; the whole log may be large.
const TAIL_BYTES = 16_384;

/** Postgres' stderr, in a file next to its data. */
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
