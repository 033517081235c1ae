import type { ExecutionTotals } from '@svc/contract/executions/executions';
import { formatCount, formatCounted } from '../../format/count.ts';

/** The results of an execution in words: `4 failed · 1 flaky · 600 tests`. */
export function ResultCounts({ totals }: { totals: ExecutionTotals }) {
  const failed = totals.failed + totals.timedOut;
  return (
    <span className="tnum nowrap">
      {failed > 0 && <b className="t-fail strong">{formatCount(failed)} failed</b>}
      {failed > 0 && ' · '}
      {totals.flaky > 0 && <span className="t-flaky">{formatCount(totals.flaky)} flaky</span>}
      {totals.flaky > 0 && ' · '}
      {formatCounted(totals.tests, 'test')}
    </span>
  );
}
