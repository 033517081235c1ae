const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** `812 B`, `4.2 kB`, `1.0 MB`; powers of 1000. */
export function byteSize(sizeBytes: number): string {
  let size = sizeBytes;
  let unit = 0;
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
