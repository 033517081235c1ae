import { ReportError } from '../report-error.ts';

/**
 * Decodes bytes: by their byte order mark, otherwise by the encoding in an XML declaration, otherwise as UTF-8.
 * Invalid characters become U+FFFD; a byte order mark is dropped.
 * @throws ReportError for an unknown encoding.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of bytes) {
    if (decoder === undefined) {
      head = joinBytes(head, chunk);
      if (head.length < HEAD_BYTES) continue;
      decoder = createDecoder(head);
      yield decoder.decode(head, { stream: true });
    } else {
      yield decoder.decode(chunk, { stream: true });
    }
  }
  if (decoder === undefined) {
    yield createDecoder(head).decode(head);
  } else {
    yield decoder.decode();
  }
}

type Decoder = InstanceType<typeof TextDecoder>;

// An XML declaration is shorter, also in UTF-16.
const HEAD_BYTES = 256;

function createDecoder(head: Uint8Array): Decoder {
  const label = detectByteOrder(head) ?? findDeclaredEncoding(head) ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ReportError(`its encoding '${label}' is unknown`, { line: 1, column: 1 });
  }
}

function detectByteOrder([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // The first `<` of XML shows the encoding if there is no byte order mark.
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be';
  return undefined;
}

function findDeclaredEncoding(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(text)?.[1];
  // Bytes that are readable as ASCII up to here are not UTF-16, even if the declaration names it.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
