import type { Readable } from 'node:stream';

/** The first and the last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StorageFile {
  key: string;
  /** Null when the file was deleted meanwhile. */
  writtenAt(): Promise<Date | null>;
}

/** The methods that a flydrive driver must have. */
export interface StorageDriver {
  putStream(key: string, contents: Readable, options: { contentLength: number }): Promise<void>;
  move(source: string, destination: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Null when there is no such file. */
  readRange(key: string, range: ByteRange): Promise<Readable | null>;
  listPages(prefix: string): AsyncIterable<StorageFile[]>;
}
