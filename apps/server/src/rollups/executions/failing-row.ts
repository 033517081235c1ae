import type { DerivedExecution, StoredFailure } from './derive.queries.ts';
import { failingResultOf } from './failing-result.ts';
import type { FailingResultRow } from './failing-results.queries.ts';

/** What the roll-ups store of a stored result; none for one without a failure. */
export function failingRowOf(
  { attempts, ...result }: StoredFailure,
  { repository }: DerivedExecution,
): FailingResultRow[] {
  const failing = failingResultOf(
    {
      ...result,
      attempts: (attempts ?? []).map((one) => ({ ...one, error: () => one.error })),
    },
    repository,
  );
  return failing === null ? [] : [{ ...result, ...failing }];
}
