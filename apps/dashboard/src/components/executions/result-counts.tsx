import type { ExecutionTotals } from '@svc/contract/executions/executions';
import { formatNumber, formatCount } from '../../format/count.ts';

interface ResultCountsProps {
  totals: ExecutionTotals;
  /** How many of the failures are quarantined. They stay failures. */
  excused: number;
}

/** The results of an execution in words: `4 failed, 2 excused · 1 flaky · 600 tests`. */
export function ResultCounts({ totals, excused }: ResultCountsProps) {
  const failed = totals.failed + totals.timedOut;
  return (
    <span className="tnum nowrap">
      {failed > 0 && <b className="t-fail strong">{formatNumber(failed)} failed</b>}
      {excused > 0 && <span className="mid">, {formatNumber(excused)} excused</span>}
      {failed > 0 && ' · '}
      {totals.flaky > 0 && <span className="t-flaky">{formatNumber(totals.flaky)} flaky</span>}
      {totals.flaky > 0 && ' · '}
      {formatCount(totals.tests, 'test')}
    </span>
  );
}
