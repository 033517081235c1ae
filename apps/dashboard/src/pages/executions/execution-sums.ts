import type { TrendPoint, Trends } from '@svc/contract/history/trends';
import { formatNumber, formatCount } from '../../format/count.ts';
import { toLocalDay } from '../../search/time-window.ts';

/** How many executions ended how. */
export interface ExecutionSums {
  total: number;
  failed: number;
  passed: number;
  interrupted: number;
  running: number;
}

/** The sums of some buckets. */
export function sumExecutions(points: readonly TrendPoint[]): ExecutionSums {
  const sum = (count: (point: TrendPoint) => number) =>
    points.reduce((total, point) => total + count(point), 0);
  const total = sum(({ executions }) => executions);
  const failed = sum(({ executionsFailed }) => executionsFailed);
  const passed = sum(({ executionsPassed }) => executionsPassed);
  const interrupted = sum(({ executionsInterrupted }) => executionsInterrupted);
  return { total, failed, passed, interrupted, running: total - failed - passed - interrupted };
}

/** The sums of the window, or of its chosen day; null where the buckets are no days. */
export function sumChosen({ points, granularity }: Trends, day?: string): ExecutionSums | null {
  if (day === undefined) return sumExecutions(points);
  if (granularity !== 'daily') return null;
  return sumExecutions(points.filter(({ from }) => toLocalDay(new Date(from)) === day));
}

/** The page's first line: `52 of 412 executions failed`. */
export function describeExecutions({ total, failed, running }: ExecutionSums): string {
  if (total === 0) return 'No execution';
  if (failed === 0) {
    if (running === total) {
      return total === 1
        ? '1 execution is running'
        : `${formatNumber(total)} executions are running`;
    }
    return total === 1
      ? 'The one execution did not fail'
      : `None of ${formatNumber(total)} executions failed`;
  }
  return total === 1
    ? 'The one execution failed'
    : `${formatNumber(failed)} of ${formatCount(total, 'execution')} failed`;
}

/** What follows the first line: `349 passed, 11 were interrupted, 1 is running`. */
export function describeOtherExecutions({ passed, interrupted, running }: ExecutionSums): string {
  const parts = [
    passed > 0 ? `${formatNumber(passed)} passed` : null,
    interrupted > 0
      ? `${formatNumber(interrupted)} ${areOrWas(interrupted, 'past')} interrupted`
      : null,
    running > 0 ? `${formatNumber(running)} ${areOrWas(running, 'now')} running` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function areOrWas(count: number, time: 'past' | 'now'): string {
  if (time === 'past') return count === 1 ? 'was' : 'were';
  return count === 1 ? 'is' : 'are';
}
