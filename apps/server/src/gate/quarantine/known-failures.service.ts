import {
  KNOWN_FAILURES,
  type KnownFailures,
  type KnownFailuresQuery,
} from '@svc/contract/gate/known-failures';
import { QUARANTINE_FINGERPRINTS_MOST } from '@svc/contract/gate/quarantine';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { describeTests } from '../../history/described-tests.queries.ts';
import { listDefaultFingerprints } from './default-fingerprints.ts';
import { DAY_MS } from './entry-rules.ts';
import { countKnownFailures } from './known-failures.queries.ts';

/**
 * The failures of a test that a quarantine can choose from, each with where it was seen, and whether an entry excuses
 * it by default.
 * @throws SvcError NOT_FOUND, the same for a test of another organization as for none.
 */
export async function listKnownFailures(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  { testId: typed }: KnownFailuresQuery,
): Promise<KnownFailures> {
  const testId = typed.toLowerCase();
  const now = clock.now();
  const known = /^[0-9a-f]{32}$/.test(testId) ? await describeTests(scope, [testId]) : null;
  const test = known?.get(testId);
  if (test === undefined) throw new SvcError('NOT_FOUND', `There is no test '${typed}'.`);
  const defaults = await listDefaultFingerprints(scope, { testId, now });
  const rows = await countKnownFailures(scope, {
    testId,
    from: new Date(now.getTime() - KNOWN_FAILURES.days * DAY_MS),
    first: defaults,
    results: KNOWN_FAILURES.results,
    branches: KNOWN_FAILURES.branches,
    limit: QUARANTINE_FINGERPRINTS_MOST,
  });
  return {
    defaultBranch: test.defaultBranch,
    items: rows.map(({ lastSeenAt, ...row }) => ({
      ...row,
      lastSeenAt: lastSeenAt.toISOString(),
      isDefault: defaults.includes(row.fingerprint),
    })),
  };
}
