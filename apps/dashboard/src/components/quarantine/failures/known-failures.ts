import type { KnownFailure } from '@svc/contract/gate/known-failures';

/** A failure of a test that the form offers. */
export interface OfferedFailure {
  fingerprint: string;
  /** Undefined if nothing is known of it but its fingerprint. */
  pattern: string | undefined;
  /** Null if it was not seen in the last 90 days. */
  seen: KnownFailure | null;
}

/** The failure that somebody looks at. */
export interface FailureAtHand {
  fingerprint: string;
  /** The fingerprints of its other errors. The gate excuses the failure only if an entry covers them too. */
  further?: readonly string[] | undefined;
  pattern?: string | undefined;
}

/** The fingerprints of all its errors. */
export function collectFingerprints(atHand: FailureAtHand | null): string[] {
  return atHand === null ? [] : [atHand.fingerprint, ...(atHand.further ?? [])];
}

/**
 * The failures that the form offers: the errors of the one at hand first, then those that are chosen already, then the
 * other known ones, the most frequent first.
 */
export function listOfferedFailures(
  known: readonly KnownFailure[],
  {
    atHand,
    chosen,
  }: {
    atHand: FailureAtHand | null;
    chosen: readonly string[];
  },
): OfferedFailure[] {
  const byFingerprint = new Map(known.map((one) => [one.fingerprint, one]));
  const order = new Set([...collectFingerprints(atHand), ...chosen, ...byFingerprint.keys()]);
  return [...order].map((fingerprint) => {
    const seen = byFingerprint.get(fingerprint) ?? null;
    const own = atHand?.fingerprint === fingerprint ? atHand.pattern : undefined;
    return { fingerprint, pattern: seen?.pattern ?? own, seen };
  });
}
