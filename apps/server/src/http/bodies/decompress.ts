import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { SvcError } from '../../errors.ts';

/** The upper bound of a body's decompressed size: the size that gzip declares, otherwise the limit. */
export function readDeclaredBytes(
  encoding: string | undefined,
  bytes: Buffer,
  { maxBytes }: BodyLimit,
): number {
  if (isPlain(encoding)) return bytes.length;
  if (encoding?.toLowerCase() !== 'gzip' || bytes.length < GZIP_FRAME_BYTES) return maxBytes;
  // The last four bytes of a gzip. They are wrong for several members, and may be forged.
  return Math.min(bytes.readUInt32LE(bytes.length - 4), maxBytes);
}

/** The size limit of a body in bytes, also after decompression, and the hint how to send less. */
export interface BodyLimit {
  maxBytes: number;
  hint: string;
}

/**
 * Decompresses a body; null when it is larger than `maxBytes`. One call takes half the time of a stream, which emits
 * an event per 16 KiB. The limit applies during decompression, which stops a decompression bomb.
 * @throws SvcError UNSUPPORTED_MEDIA_TYPE for an encoding other than gzip and zstd; BAD_REQUEST for invalid or
 * truncated bytes.
 */
export async function decompressBody(
  encoding: string | undefined,
  bytes: Buffer,
  { maxBytes, isDeclared }: { maxBytes: number; isDeclared: boolean },
): Promise<Buffer | null> {
  const unpack = chooseUnpacker(encoding);
  if (unpack === null) return bytes;
  // One chunk if the size is known: several chunks would be copied into one.
  const chunkSize = isDeclared ? Math.max(maxBytes + 1, 1024) : 256 * 1024;
  try {
    // zlib refuses a limit of 0.
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
 * Null for an uncompressed body.
 * @throws SvcError UNSUPPORTED_MEDIA_TYPE
 */
export function chooseUnpacker(encoding: string | undefined): Unpack | null {
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

// No client sends brotli or deflate bodies, and each additional format is another way to send a decompression bomb.
const UNPACKERS = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['zstd', promisify(zstdDecompress)],
]);

// The header and trailer of the smallest gzip.
const GZIP_FRAME_BYTES = 18;

function isPlain(encoding: string | undefined): boolean {
  return encoding === undefined || encoding === 'identity';
}

/** The error for a body over the limit. Its hint is how to send less. */
export function buildTooLargeBodyError({ maxBytes, hint }: BodyLimit): SvcError {
  const mebibytes = maxBytes / 1024 / 1024;
  return new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${mebibytes} MiB after decompression.`,
    { hint },
  );
}
