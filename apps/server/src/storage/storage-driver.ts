import type { Readable } from 'node:stream';

/** First and last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  key: string;
  /** Null when it is gone meanwhile. */
  writtenAt(): Promise<Date | null>;
}

/** What is asked of a flydrive driver. */
export interface StorageDriver {
  putStream(key: string, contents: Readable, options: { contentLength: number }): Promise<void>;
  move(source: string, destination: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Null when there is no such file. */
  readRange(key: string, range: ByteRange): Promise<Readable | null>;
  pages(prefix: string): AsyncIterable<StoredFile[]>;
}
