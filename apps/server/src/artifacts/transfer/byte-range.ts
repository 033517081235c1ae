import type { ByteRange } from '../../storage/storage-driver.ts';

/**
 * The range that a `Range` header requests, clamped to the size. Null for the whole file: without a header, and for a
 * malformed header or several ranges, as RFC 9110 allows. 'none' for a range outside the file.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | null | 'none' {
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return computeLastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : 'none';
}

function computeLastBytes(count: number, sizeBytes: number): ByteRange | 'none' {
  if (count === 0 || sizeBytes === 0) return 'none';
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}
