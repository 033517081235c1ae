import { formatDuration } from '../../../format/duration.ts';
import { NBSP } from '../../../format/rate.ts';
import { durationTicks } from './axis-ticks.ts';

/** The ticks of an axis of durations with their words: `2 m`, without the seconds of a whole minute. */
export function durationAxis(longestMs: number): { value: number; words: string }[] {
  return durationTicks(longestMs).map((value) => ({ value, words: tickWords(value) }));
}

function tickWords(ms: number): string {
  if (ms === 0) return '0';
  return formatDuration(ms)
    .replace(new RegExp(`${NBSP}00${NBSP}[sm]$`), '')
    .replace('.0', '');
}
