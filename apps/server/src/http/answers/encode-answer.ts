import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The quality of brotli that answers have. A higher one takes longer than it saves. */
export const BROTLI_QUALITY = 4;

// A shorter answer would not become smaller.
const LEAST_BYTES = 1_024;

/** The best encoding that a request with this Accept-Encoding header accepts. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  const accepted = new Map(
    String(header ?? '')
      .split(',')
      .map((one) => {
        const [name = '', quality = ''] = one.split(';');
        return [name.trim().toLowerCase(), Number(/q=([\d.]+)/.exec(quality)?.[1] ?? 1)];
      }),
  );
  const accepts = (encoding: string): boolean =>
    (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Compresses the answer, unless it is short. */
export async function encodeAnswer(
  text: string,
  encoding: Encoding,
): Promise<{ body: Buffer; encoding: Encoding }> {
  const plain = Buffer.from(text);
  if (encoding === 'identity' || plain.length < LEAST_BYTES)
    return { body: plain, encoding: 'identity' };
  const body = encoding === 'br' ? await compressBrotli(plain, BROTLI) : await compressGzip(plain);
  return { body, encoding };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
