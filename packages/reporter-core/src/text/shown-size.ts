/** `812 B`, `41 MB`, `1.0 GB`: decimal units, two digits below ten. */
export function formatSize(bytes: number): string {
  const exponent = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = bytes / 1_000 ** exponent;
  const digits = exponent > 0 && amount < 10 ? 1 : 0;
  return `${amount.toFixed(digits)} ${UNITS[exponent] ?? ''}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
