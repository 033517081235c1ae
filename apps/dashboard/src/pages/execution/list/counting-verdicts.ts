import { hasVerdict } from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ResultRow } from '@svc/contract/executions/execution-view';

/**
 * The verdicts, by result id, that count more than the classes of the rows: all if they were read after the rows, else
 * those on rows without a class.
 */
export function pickCountingVerdicts(
  verdicts: ReadonlyMap<string, FailureVerdict>,
  {
    rows,
    isNewer,
  }: {
    rows: readonly Pick<ResultRow, 'id' | 'classification' | 'candidates'>[];
    isNewer: boolean;
  },
): ReadonlyMap<string, FailureVerdict> {
  if (isNewer) return verdicts;
  const unclassified = new Set(rows.filter((row) => !hasVerdict(row)).map(({ id }) => id));
  return new Map([...verdicts].filter(([id]) => unclassified.has(id)));
}
