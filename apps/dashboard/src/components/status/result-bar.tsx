import type { ExecutionTotals } from '@svc/contract/executions/executions';

/** The share of failed, flaky, skipped and passed results; what is still missing stays empty. */
export function ResultBar({
  totals,
  missingShare = 0,
}: {
  totals: ExecutionTotals;
  /** From 0 to 1: the part that has not arrived, such as missing parts. */
  missingShare?: number;
}) {
  const { tests, passed, failed, timedOut, flaky, skipped, interrupted } = totals;
  const parts = [
    { className: 'f', count: failed + timedOut },
    { className: 'F', count: flaky },
    { className: 's', count: skipped + interrupted },
    { className: 'p', count: passed - flaky },
  ];
  return (
    <div className="bar" aria-hidden="true">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ className, count }) => (
          <i
            key={className}
            className={className}
            style={{ width: `${(count / tests) * (1 - missingShare) * 100}%` }}
          />
        ))}
    </div>
  );
}
