import { FINGERPRINT_PREFIX } from '@svc/analysis/fingerprint/fingerprint';
import { findUncovered, type GateJudgement, type GateRuling } from '@svc/analysis/gate/judge-gate';
import type { BlockingItem, ExcusedFailure, ExpiringEntry } from '@svc/contract/gate/gate';
import type { ActiveEntry } from './excusals/active-entries.queries.ts';
import type { GateBase } from './facts/base-failures.ts';
import type { DescribedFailure, StoredGateFailure } from './facts/gate-facts.queries.ts';
import type { RelatedEntry } from './facts/related-entries.queries.ts';

/**
 * `knownFlake` is the confidence of the verdict KNOWN_FLAKE; null for another verdict, and without one. `onBase`: the
 * failure is in the execution that the change is compared with, too.
 */
export type KnownFailure = StoredGateFailure & { knownFlake: number | null; onBase: boolean };

/** An entry with all fingerprints that it covers. */
export type CoveringEntry = Omit<ActiveEntry, 'fingerprints'> & {
  fingerprints: ReadonlySet<string> | null;
};

type Judged = GateRuling<KnownFailure, CoveringEntry>;
type Described = ReadonlyMap<string, DescribedFailure>;

/** The excused failures that are described, in the contract's shape. */
export function buildExcusedItems(
  excused: readonly Judged[],
  { described, base }: { described: Described; base: GateBase | null },
): ExcusedFailure[] {
  return excused.flatMap(({ failure, entry, by }) => {
    const facts = findFacts(failure, described);
    if (facts === null || by === null) return [];
    if (entry !== null) {
      const { id: quarantineId, reason, owner, expiresAt } = entry;
      return { ...facts, by, quarantineId, reason, owner, expiresAt: expiresAt.toISOString() };
    }
    const reason =
      by === 'base' && base !== null
        ? `It failed in #${base.number} of ${base.branch}, too.`
        : `Known flake, with a confidence of ${Math.floor((failure.knownFlake ?? 0) * 100)} %.`;
    return { ...facts, by, quarantineId: null, reason, owner: null, expiresAt: null };
  });
}

/** Items that are never excused, then the described failures that nothing excuses. */
export function buildBlockingItems(
  {
    neverExcused,
    unexcused,
  }: Pick<GateJudgement<KnownFailure, CoveringEntry>, 'neverExcused' | 'unexcused'>,
  { described, related }: { described: Described; related: ReadonlyMap<string, RelatedEntry> },
): BlockingItem[] {
  const failures = unexcused.flatMap(({ failure, entry }): BlockingItem[] => {
    const facts = findFacts(failure, described);
    if (facts === null) return [];
    const near = related.get(failure.resultId);
    return [
      {
        kind: 'failure',
        why: entry === null ? describeUnexcused(near) : describeUncovered(entry, failure),
        ...facts,
        quarantineId: entry?.id ?? null,
        onBase: failure.onBase,
        ...(near && { relatedEntry: { quarantineId: near.id, relation: near.relation } }),
      },
    ];
  });
  return [...neverExcused.map((item) => ({ ...NO_FAILURE, ...item })), ...failures];
}

const NO_FAILURE = {
  resultId: null,
  testId: null,
  title: null,
  titlePath: null,
  variant: null,
  line: null,
  fingerprint: null,
  furtherFingerprints: [],
  quarantineId: null,
  onBase: false,
};

/** Why an entry of the test does not excuse the failure. */
function describeUncovered(entry: CoveringEntry, failure: KnownFailure): string {
  const others = findUncovered(entry, failure);
  if (others.length > failure.further.length) {
    return 'The test is quarantined, but not for this failure: it has another fingerprint.';
  }
  const [other = ''] = others;
  const which = others.length === 1 ? 'is' : `and ${others.length - 1} more are`;
  return `The test is quarantined, but not for every error of this failure: ${formatFingerprint(other)} ${which} not excused.`;
}

/** The fingerprint as people see it. */
function formatFingerprint(fingerprintId: string): string {
  return `${FINGERPRINT_PREFIX}${fingerprintId}`;
}

function describeUnexcused(related: RelatedEntry | undefined): string {
  if (related === undefined) return 'Nothing excuses this failure.';
  if (related.relation === 'ended') {
    const at = related.at.toISOString().slice(0, 16).replace('T', ' ');
    return `Nothing excuses this failure: its quarantine ${related.isLifted ? 'was lifted' : 'expired'} at ${at} UTC.`;
  }
  const { title, file } = related;
  return `Nothing excuses this failure. The quarantined test '${title}' in ${file} did not run: this may be the same test, moved or renamed.`;
}

function findFacts({ resultId, testId, further }: KnownFailure, described: Described) {
  const facts = described.get(resultId);
  if (facts === undefined) return null;
  const furtherFingerprints = further.map(formatFingerprint);
  return { ...facts, furtherFingerprints, resultId, testId, title: facts.titlePath.at(-1) ?? '' };
}

export function toExpiringEntry({
  id,
  testId,
  title,
  variant,
  expiresAt,
}: CoveringEntry): ExpiringEntry {
  return { quarantineId: id, testId, title, variant, expiresAt: expiresAt.toISOString() };
}
