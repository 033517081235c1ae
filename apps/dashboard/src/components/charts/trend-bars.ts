import type { Trends } from '@svc/contract/history/trends';
import { formatDay, formatDayOrToday } from '../../format/time.ts';
import { toLocalDay } from '../../search/time-window.ts';

/** A bucket of the chart. `from` and `to` are its first and last day. */
export interface TrendBar {
  label: string;
  from: string;
  to: string;
  total: number;
  failed: number;
  passed: number;
  interrupted: number;
  running: number;
}

const DAY_MS = 86_400_000;

/** The buckets of the window, oldest first. The last one of a window up to now is called `today`. */
export function buildTrendBars({ points, granularity }: Trends, now: Date): TrendBar[] {
  return points.map((point) => {
    const start = new Date(point.from);
    const from = toLocalDay(start);
    // The bucket's end is exclusive; half a day before it is its last day, also where clocks are set.
    const to = toLocalDay(new Date(Date.parse(point.to) - DAY_MS / 2));
    const { executions, executionsFailed, executionsPassed, executionsInterrupted } = point;
    return {
      label: granularity === 'daily' ? formatDayOrToday(start, now) : formatDay(start),
      from,
      to,
      total: executions,
      failed: executionsFailed,
      passed: executionsPassed,
      interrupted: executionsInterrupted,
      running: executions - executionsFailed - executionsPassed - executionsInterrupted,
    };
  });
}

/** What a chart says to who cannot see it. */
export function describeBars(bars: readonly TrendBar[]): string {
  const worst = bars.reduce<TrendBar | null>(
    (most, bar) => (bar.failed > (most?.failed ?? 0) ? bar : most),
    null,
  );
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  const end = worst === null ? 'none failed' : `most failed on ${worst.label}: ${worst.failed}`;
  return `${total} executions in ${bars.length} bars; ${end}.`;
}
