/** `1 test`, `2 tests`, `12,000 tests`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** `178,192`. Numbers of up to four digits are easy to read and stay plain: `1204`. */
export function formatNumber(count: number): string {
  return Math.abs(count) < 10_000 ? String(count) : GROUPS.format(count);
}

/**
 * A share from 0 to 1 as `18.2 %`. 0 % and 100 % mean exactly none or all: one failure in ten thousand is `> 99.9 %`.
 * Returns `none` if there is no data.
 */
export function formatRate(rate: number | null, { none }: { none: string }): string {
  if (rate === null) return none;
  if (rate > 0 && rate < 0.0005) return '< 0.1 %';
  if (rate < 1 && rate >= 0.9995) return '> 99.9 %';
  return `${(rate * 100).toFixed(1)} %`;
}

/** `812 B`, `4.2 kB`, `1.0 MB`; powers of 1000. */
export function formatBytes(sizeBytes: number): string {
  let size = sizeBytes;
  let unit = 0;
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}

const GROUPS = new Intl.NumberFormat('en');

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
