const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes for people: `1.2 GB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(
    Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)),
    UNITS.length - 1,
  );
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}
