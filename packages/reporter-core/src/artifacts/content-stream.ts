import { Readable } from 'node:stream';
import type { Artifact } from '../report/artifact.ts';
import { openFile, describeUnreadable } from './artifact-file.ts';

/**
 * Streams exactly the announced number of bytes. Fails with a `ContentFault` if the file is gone or its size has
 * changed: otherwise a request with too few bytes would never end.
 */
export function createContentStream({ description, content }: Artifact): Readable {
  if ('bytes' in content) return Readable.from([content.bytes], { objectMode: false });
  return Readable.from(readChunks(content.path, description.sizeBytes), { objectMode: false });
}

/** Its message follows the file's name, as in `is gone`. */
export class ContentFault extends Error {}

const CHUNK_BYTES = 256 * 1024;

async function* readChunks(path: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let file;
  try {
    file = await openFile(path);
  } catch (error) {
    throw new ContentFault(describeUnreadable(error), { cause: error });
  }
  try {
    if ((await file.stat()).size !== sizeBytes) throw new ContentFault(CHANGED);
    let left = sizeBytes;
    while (left > 0) {
      const buffer = Buffer.allocUnsafe(Math.min(left, CHUNK_BYTES));
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength);
      if (bytesRead === 0) throw new ContentFault(CHANGED);
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

const CHANGED = 'changed before it was sent';
