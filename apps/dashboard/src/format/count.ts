import { NBSP } from './rate.ts';

/** A count with grouped digits: `4,318`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A count in a table, where a zero would only be noise. */
export function formatTableCount(count: number): string {
  return count === 0 ? '–' : formatCount(count);
}

/** A count with its noun: `1 test`, `4,318 tests`. */
export function formatCounted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** Bytes in decimal units: `840 B`, `84 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes}${NBSP}B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)}${NBSP}kB`;
  for (const [index, unit] of ['MB', 'GB', 'TB'].entries()) {
    const amount = bytes / 1_000 ** (index + 2);
    if (amount < 999.95 || unit === 'TB') return `${amount.toFixed(1)}${NBSP}${unit}`;
  }
  return `${bytes}${NBSP}B`;
}
