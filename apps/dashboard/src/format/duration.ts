import { NBSP } from './rate.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds as text: `840 ms`, `1.2 s`, `3 m 12 s`, `2 h 05 m`; an en dash for null. */
export function formatDuration(durationMs: number | null): string {
  if (durationMs === null) return '–';
  return splitDuration(durationMs)
    .map(({ number, unit }) => `${number}${NBSP}${unit}`)
    .join(NBSP);
}

/** What something costs: as a duration, or an en dash for less than a millisecond, which is no cost. */
export function formatCost(costMs: number): string {
  return costMs < 1 ? '–' : formatDuration(costMs);
}

/** A duration in parts, for a figure whose units are smaller than its numbers. */
export function splitDuration(durationMs: number): { number: string; unit: string }[] {
  const ms = Math.round(durationMs);
  if (ms < SECOND_MS) return [{ number: String(ms), unit: 'ms' }];
  // What would round to 60.0 s is a minute.
  if (ms < MINUTE_MS - 50) return [{ number: (ms / SECOND_MS).toFixed(1), unit: 's' }];
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds * SECOND_MS < HOUR_MS) {
    return [
      { number: String(Math.floor(seconds / 60)), unit: 'm' },
      { number: padNumber(seconds % 60), unit: 's' },
    ];
  }
  const minutes = Math.round(ms / MINUTE_MS);
  return [
    { number: Math.floor(minutes / 60).toLocaleString('en-US'), unit: 'h' },
    { number: padNumber(minutes % 60), unit: 'm' },
  ];
}

function padNumber(number: number): string {
  return String(number).padStart(2, '0');
}
