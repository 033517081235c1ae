import { formatDuration as formatPlainDuration } from '@svc/contract/zod-free/amounts';
import { NBSP } from './rate.ts';

export { splitDuration } from '@svc/contract/zod-free/amounts';

/** Milliseconds with no-break spaces: `840 ms`, `1.2 s`, `3 m 12 s`, `2 h 05 m`; an en dash for null. */
export function formatDuration(durationMs: number | null): string {
  return durationMs === null ? '–' : formatPlainDuration(durationMs).replaceAll(' ', NBSP);
}

/** A difference with its sign: `−6.0 s`, `+1 m 12 s`; an en dash for null. */
export function formatDurationDelta(deltaMs: number | null): string {
  if (deltaMs === null || deltaMs === 0) return formatDuration(deltaMs);
  return `${deltaMs > 0 ? '+' : '−'}${formatDuration(Math.abs(deltaMs))}`;
}

/** What something costs: as a duration, or an en dash for less than a millisecond, which is no cost. */
export function formatCost(costMs: number): string {
  return costMs < 1 ? '–' : formatDuration(costMs);
}
