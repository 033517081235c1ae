import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { blocks } from './blocks.ts';

/** The pieces one behind the other, gzipped: taken one by one, so that the whole is never there uncompressed. */
export async function compress(pieces: Iterable<string>): Promise<Uint8Array<ArrayBuffer>> {
  const gzip = createGzip();
  const chunks: Uint8Array[] = [];
  gzip.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = once(gzip, 'end');
  for (const block of blocks(pieces)) {
    if (!gzip.write(block)) await once(gzip, 'drain');
  }
  gzip.end();
  await ended;
  return Buffer.concat(chunks);
}
