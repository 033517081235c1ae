import type { FailureGroup } from '@svc/contract/history/failures';
import { isOnlyOn } from '@svc/contract/zod-free/only-on';
import type { Metrics } from '@svc/contract/history/metrics';
import { formatNumber, formatCount } from '../../format/count.ts';

/** The page's first line: `3 new causes of failure`. */
export function describeFailures({
  newCauses,
  hasMoreNew,
  failures,
  executions,
}: {
  newCauses: number;
  hasMoreNew: boolean;
  /** Failed results of the window. */
  failures: number;
  executions: number;
}): string {
  if (executions === 0) return 'Nothing ran';
  if (failures === 0) return 'Nothing failed';
  if (newCauses === 0) return 'No new cause of failure';
  const words = formatCount(newCauses, 'new cause', 'new causes');
  return hasMoreNew
    ? `${formatNumber(newCauses)} or more new causes of failure`
    : `${words} of failure`;
}

/** What the failures come down to: `99 failures of 55 tests have 9 causes.` */
export function describeFigures(
  { failures }: Pick<Metrics, 'failures'>,
  causes: { shown: number; hasMore: boolean } | null,
): string {
  if (failures.results === 0) return '';
  const of = `${formatCount(failures.results, 'failure')} of ${formatCount(failures.distinctTests, 'test')}`;
  if (causes === null) return `${of}.`;
  const verb = failures.results === 1 ? 'has' : 'have';
  const count = causes.hasMore
    ? `more than ${formatNumber(causes.shown)} causes`
    : formatCount(causes.shown, 'cause');
  return `${of} ${verb} ${count}.`;
}

/**
 * The cause of at least half of the failures, whatever its phase: `436 of them have one cause. It is over.` Empty
 * without such a cause, and if there is only one. `failures` may be in any order.
 */
export function describeLargestCause(
  { failures }: Pick<Metrics, 'failures'>,
  causes: readonly Pick<FailureGroup, 'count' | 'phase' | 'onlyOn' | 'branches' | 'gone'>[],
): string {
  const [largest] = causes.toSorted((one, other) => other.count - one.count);
  if (largest === undefined || causes.length < 2 || largest.count * 2 < failures.results) return '';
  const { count, phase, onlyOn, gone } = largest;
  // Without a run since, nobody knows whether it is fixed.
  const state = phase === 'over' && gone === null ? 'was not run again' : `is ${phase}`;
  const only = isOnlyOn(largest) ? ' only' : '';
  const where = onlyOn.length === 1 ? `${only} on ${onlyOn[0]}` : '';
  return `${formatNumber(count)} of them have one cause. It ${state}${where}.`;
}
