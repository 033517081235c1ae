import type { FingerprintCount } from '@svc/contract/executions/outcomes';
import type { TestRun } from '@svc/contract/history/tests';

/** A failure of a test that the form offers. */
export interface OfferedFailure {
  fingerprint: string;
  /** Undefined if nothing is known of it but its fingerprint. */
  pattern: string | undefined;
  seen: Pick<FingerprintCount, 'count' | 'lastSeenAt'> | null;
}

/**
 * The failures that the form offers: the one at hand first, then those that are chosen already, then the other known
 * ones, the most frequent first.
 */
export function offeredFailures(
  known: readonly FingerprintCount[],
  {
    atHand,
    chosen,
  }: {
    atHand: { fingerprint: string; pattern?: string | undefined } | null;
    chosen: readonly string[];
  },
): OfferedFailure[] {
  const byFingerprint = new Map(known.map((one) => [one.fingerprint, one]));
  const order = new Set([
    ...(atHand === null ? [] : [atHand.fingerprint]),
    ...chosen,
    ...byFingerprint.keys(),
  ]);
  return [...order].map((fingerprint) => {
    const seen = byFingerprint.get(fingerprint) ?? null;
    const own = atHand?.fingerprint === fingerprint ? atHand.pattern : undefined;
    return { fingerprint, pattern: seen?.pattern ?? own, seen };
  });
}

/** The fingerprints of a test's flaky runs among the given results, which an entry excuses by default. */
export function flakyFingerprints({
  history,
  fingerprints,
}: {
  history: { items: readonly Pick<TestRun, 'flaky' | 'fingerprint'>[] };
  fingerprints: readonly Pick<FingerprintCount, 'fingerprint'>[];
}): string[] {
  const flaky = new Set(
    history.items.flatMap(({ flaky, fingerprint }) =>
      flaky && fingerprint !== null ? [fingerprint] : [],
    ),
  );
  return fingerprints.flatMap(({ fingerprint }) => (flaky.has(fingerprint) ? [fingerprint] : []));
}
