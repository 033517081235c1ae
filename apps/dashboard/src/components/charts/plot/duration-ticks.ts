import { formatDuration } from '../../../format/duration.ts';
import { NBSP } from '../../../format/rate.ts';
import { computeDurationTicks } from './axis-ticks.ts';

/** The ticks of an axis of durations with their words: `2 m`, without the seconds of a whole minute. */
export function buildDurationAxis(longestMs: number): { value: number; words: string }[] {
  return computeDurationTicks(longestMs).map((value) => ({ value, words: formatTick(value) }));
}

function formatTick(ms: number): string {
  if (ms === 0) return '0';
  return formatDuration(ms)
    .replace(new RegExp(`${NBSP}00${NBSP}[sm]$`), '')
    .replace('.0', '');
}
