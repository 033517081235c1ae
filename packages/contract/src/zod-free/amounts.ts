// Does not use Intl: its data takes 11 ms to load, and reporters load this file into the test process.

/** `4,318`: a whole number, grouped by comma from 1,000. */
export function formatNumber(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 test`, `2 tests`, `12,000 tests`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** `840 ms`, `12.4 s`, `3 m 05 s`, `2 h 05 m`. */
export function formatDuration(durationMs: number): string {
  return splitDuration(durationMs)
    .map(({ number, unit }) => `${number} ${unit}`)
    .join(' ');
}

/** A duration in parts, for a figure whose units are smaller than its numbers. */
export function splitDuration(durationMs: number): { number: string; unit: string }[] {
  const ms = Math.round(durationMs);
  if (ms < SECOND_MS) return [{ number: String(ms), unit: 'ms' }];
  // 59.95 s would round to 60.0 s.
  if (ms < MINUTE_MS - 50) return [{ number: (ms / SECOND_MS).toFixed(1), unit: 's' }];
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds * SECOND_MS < HOUR_MS) return splitInSixty(seconds, 'm', 's');
  return splitInSixty(Math.round(ms / MINUTE_MS), 'h', 'm');
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

function splitInSixty(amount: number, large: string, small: string) {
  return [
    { number: formatNumber(Math.floor(amount / 60)), unit: large },
    { number: String(amount % 60).padStart(2, '0'), unit: small },
  ];
}

/** `812 B`, `4.2 kB`, `84 kB`, `41.3 MB`: powers of 1000, with one decimal below 10 kB and from 1 MB on. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1_000) return `${sizeBytes} B`;
  if (sizeBytes < 9_950) return `${(sizeBytes / 1_000).toFixed(1)} kB`;
  if (sizeBytes < 999_500) return `${Math.round(sizeBytes / 1_000)} kB`;
  let amount = sizeBytes / 1_000_000;
  let unit = 0;
  while (amount >= 999.95 && unit < LARGE_UNITS.length - 1) {
    amount /= 1_000;
    unit++;
  }
  return `${amount.toFixed(1)} ${LARGE_UNITS[unit]}`;
}

const LARGE_UNITS = ['MB', 'GB', 'TB'] as const;
