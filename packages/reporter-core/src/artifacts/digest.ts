import { createHash } from 'node:crypto';
import type { Artifact } from '../report/artifact.ts';
import { openFile } from './artifact-file.ts';
import { clock } from '../clock.ts';

export interface Digest {
  sha256: string;
  /** Number of bytes read: a file may have grown since it was found. */
  sizeBytes: number;
}

/**
 * The digest of the content, read in chunks.
 * @throws TooLate after `deadlineAt` (epoch ms); the file system's error for a file that cannot be read.
 */
export async function computeDigest(
  content: Artifact['content'],
  deadlineAt: number,
): Promise<Digest> {
  const digest = createHash('sha256');
  if ('bytes' in content) {
    digest.update(content.bytes);
    return { sha256: digest.digest('hex'), sizeBytes: content.bytes.byteLength };
  }
  const file = await openFile(content.path);
  try {
    let sizeBytes = 0;
    const chunks: AsyncIterable<Uint8Array> = file.createReadStream({
      highWaterMark: CHUNK_BYTES,
      autoClose: false,
    });
    for await (const chunk of chunks) {
      digest.update(chunk);
      sizeBytes += chunk.byteLength;
      if (clock.nowMs() > deadlineAt) throw new TooLate();
    }
    return { sha256: digest.digest('hex'), sizeBytes };
  } finally {
    await file.close();
  }
}

/** The time for reading is over. */
export class TooLate extends Error {}

const CHUNK_BYTES = 1024 * 1024;
