import { formatDuration } from '../../format/duration.ts';

interface Day {
  label: string;
  averageMs: number | null;
  beforeMs: number | null;
}

/**
 * What a line of one point, or a flat one, would show: `4 m 21 s on average on 27 Nov, the only day with an execution.`
 * Null where a chart says more.
 */
export function describeSteadyDuration(days: readonly Day[]): string | null {
  const known = days.filter(({ averageMs }) => averageMs !== null);
  const before = days.filter(({ beforeMs }) => beforeMs !== null);
  const [first] = known;
  if (first === undefined) {
    return before.length > 0 ? null : 'No execution finished in this period.';
  }
  const time = formatDuration(first.averageMs);
  if (!known.every(({ averageMs }) => formatDuration(averageMs) === time)) return null;
  const [earlier] = before;
  const beforeWords = earlier === undefined ? null : formatDuration(earlier.beforeMs);
  if (!before.every(({ beforeMs }) => formatDuration(beforeMs) === beforeWords)) return null;
  const now =
    known.length === 1
      ? `${time} on average on ${first.label}, the only day with an execution`
      : `${time} on average on each of ${known.length} days`;
  return beforeWords === null
    ? `${now}.`
    : `${now}; ${beforeWords === time ? 'the same' : beforeWords} in the period before.`;
}
