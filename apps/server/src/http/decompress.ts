import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { INGEST_LIMITS } from '@svc/contract/limits';
import { SvcError } from '../errors.ts';

/** How many bytes a body may unpack to at most: what its sender says, where the encoding has room for that. */
export function declaredBytes(encoding: string | undefined, bytes: Buffer): number {
  if (isPlain(encoding)) return bytes.length;
  if (encoding?.toLowerCase() !== 'gzip' || bytes.length < GZIP_FRAME_BYTES) {
    return INGEST_LIMITS.bodyBytes;
  }
  // The last four bytes of a gzip; wrong when it has several members, or lies.
  return Math.min(bytes.readUInt32LE(bytes.length - 4), INGEST_LIMITS.bodyBytes);
}

/**
 * A whole body in plain, or null when it is larger than `maxBytes`. In one piece it takes half the time
 * that a stream does, whose every 16 KiB is an event; the limit holds while it is unpacked, so that a bomb ends there.
 * @throws SvcError UNSUPPORTED_MEDIA_TYPE for another encoding than gzip and zstd; BAD_REQUEST for
 * bytes that are not of it or end too soon.
 */
export async function decompressed(
  encoding: string | undefined,
  bytes: Buffer,
  maxBytes: number,
): Promise<Buffer | null> {
  const unpack = unpackerOf(encoding);
  if (unpack === null) return bytes;
  // One chunk where the size is known: several would be copied into one.
  const chunkSize = maxBytes < INGEST_LIMITS.bodyBytes ? Math.max(maxBytes + 1, 1024) : 256 * 1024;
  try {
    // zlib takes no limit of 0.
    return await unpack(bytes, { maxOutputLength: Math.max(1, maxBytes), chunkSize });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw new SvcError(
      'BAD_REQUEST',
      `Could not decompress the body: it is not ${encoding}, or ends too soon.`,
      { cause: error },
    );
  }
}

/**
 * Null for a body that is plain already.
 * @throws SvcError UNSUPPORTED_MEDIA_TYPE
 */
export function unpackerOf(encoding: string | undefined): Unpack | null {
  if (isPlain(encoding)) return null;
  const unpack = UNPACKERS.get(encoding?.toLowerCase() ?? '');
  if (unpack !== undefined) return unpack;
  throw new SvcError('UNSUPPORTED_MEDIA_TYPE', `Unsupported Content-Encoding: ${encoding}.`, {
    hint: 'Send the body plain, or with Content-Encoding gzip or zstd.',
  });
}

type Unpack = (
  bytes: Buffer,
  options: { maxOutputLength: number; chunkSize: number },
) => Promise<Buffer>;

// Brotli and deflate bodies are sent by nobody, and every format more is one more to be bombed with.
const UNPACKERS = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['zstd', promisify(zstdDecompress)],
]);

// Header and trailer of the smallest one.
const GZIP_FRAME_BYTES = 18;

function isPlain(encoding: string | undefined): boolean {
  return encoding === undefined || encoding === 'identity';
}

/** What is told of a body over the limit. */
export function tooLargeBody(): SvcError {
  const mebibytes = INGEST_LIMITS.bodyBytes / 1024 / 1024;
  return new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${mebibytes} MiB after decompression.`,
    { hint: 'Send the results in several requests with the same execution key.' },
  );
}
