import { QUARANTINE_FINGERPRINTS_MOST } from '@svc/contract/gate/quarantine';
import type { Scope } from '../../db/scope.ts';
import { listFingerprintsOfFlakyRuns } from './entry-fingerprints.queries.ts';
import { DAY_MS } from './entry-rules.ts';

export const FLAKY_RUNS_DAYS = 30;

/**
 * The fingerprints that an entry excuses unless it names others: those with which the test was flaky on two commits or
 * more of the default branch in the last 30 days, the most frequent first.
 */
export function listDefaultFingerprints(
  scope: Scope,
  { testId, now }: { testId: string; now: Date },
): Promise<string[]> {
  return listFingerprintsOfFlakyRuns(scope, {
    testId,
    from: new Date(now.getTime() - FLAKY_RUNS_DAYS * DAY_MS),
    limit: QUARANTINE_FINGERPRINTS_MOST,
  });
}
