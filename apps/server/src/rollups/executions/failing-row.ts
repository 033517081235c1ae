import type { DerivedExecution, StoredFailure } from './derive.queries.ts';
import { deriveFailingResult } from './failing-result.ts';
import type { FailingResultRow } from './failing-results.queries.ts';

/** The row that the roll-ups store for a result; none for a result without a failure. */
export function buildFailingRows(
  stored: StoredFailure,
  { repository }: DerivedExecution,
): FailingResultRow[] {
  const failing = deriveFailingResult(stored, repository);
  return failing === null ? [] : [{ ...stored, ...failing }];
}
