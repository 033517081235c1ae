import { formatBytes as formatPlainBytes, formatNumber } from '@svc/contract/zod-free/amounts';
import { NBSP } from './rate.ts';

export { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';

/** A count in a table, where a zero would only be noise. */
export function formatTableCount(count: number): string {
  return count === 0 ? '–' : formatNumber(count);
}

/** Bytes in decimal units with a no-break space: `840 B`, `84 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  return formatPlainBytes(bytes).replaceAll(' ', NBSP);
}
