import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { INGEST_LIMITS } from '@svc/contract/limits';
import { SvcError } from '../errors.ts';

/**
 * A whole body in plain. In one piece it takes half the time that a stream does, whose every 16 KiB
 * is an event; the limit holds while it is unpacked, so that a bomb ends there.
 * @throws SvcError UNSUPPORTED_MEDIA_TYPE for another encoding than gzip and zstd; BAD_REQUEST for
 * bytes that are not of it or end too soon; PAYLOAD_TOO_LARGE over the limit of a body.
 */
export async function decompressed(encoding: string | undefined, bytes: Buffer): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return bytes;
  const unpack = UNPACKERS.get(encoding.toLowerCase());
  if (unpack === undefined) {
    throw new SvcError('UNSUPPORTED_MEDIA_TYPE', `Unsupported Content-Encoding: ${encoding}.`, {
      hint: 'Send the body plain, or with Content-Encoding gzip or zstd.',
    });
  }
  try {
    return await unpack(bytes, LIMITED);
  } catch (error) {
    throw refusal(encoding, error);
  }
}

type Unpack = (bytes: Buffer, options: typeof LIMITED) => Promise<Buffer>;

// Brotli and deflate bodies are sent by nobody, and every format more is one more to be bombed with.
const UNPACKERS = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['zstd', promisify(zstdDecompress)],
]);

const LIMITED = { maxOutputLength: INGEST_LIMITS.bodyBytes, chunkSize: 256 * 1024 };

function refusal(encoding: string, error: unknown): SvcError {
  if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
    const mebibytes = INGEST_LIMITS.bodyBytes / 1024 / 1024;
    return new SvcError(
      'PAYLOAD_TOO_LARGE',
      `The body is larger than ${mebibytes} MiB after decompression.`,
      { hint: 'Send the results in several requests with the same execution key.', cause: error },
    );
  }
  return new SvcError(
    'BAD_REQUEST',
    `Could not decompress the body: it is not ${encoding}, or ends too soon.`,
    { cause: error },
  );
}
