/** A result that failed or timed out. */
export interface GateFailure {
  testId: string;
  /** Fingerprint in the form of the entries. */
  fingerprint: string;
  /** The fingerprints of its other errors: errors of earlier failed attempts, and causes. */
  further: readonly string[];
  /** The confidence of the verdict KNOWN_FLAKE; null for another verdict, and without one. */
  knownFlake: number | null;
  /** The execution that the change is compared with has it, too. */
  onBase: boolean;
}

/** An active entry of the quarantine. */
export interface GateEntry {
  testId: string;
  /** Null: every failure of the test. */
  fingerprints: ReadonlySet<string> | null;
  expiresAt: Date;
}

/** Verdicts below it do not excuse. */
export const KNOWN_FLAKE_CONFIDENCE = 0.9;

/** A failure with an entry of its test, which covers it if the failure is excused by the quarantine. */
export interface GateRuling<Failure, Entry> {
  failure: Failure;
  entry: Entry | null;
  /** The reason why it is excused; null: it is not. */
  by: 'quarantine' | 'known-flake' | 'base' | null;
}

/**
 * Finds the excused failures: those whose test and fingerprints, of all errors, an active entry covers, and, if
 * `excusesKnownFlakes`, those with the verdict KNOWN_FLAKE and a confidence of at least 0.9. If `blocksOnlyNew`, those
 * of the base, too. Each result is judged by itself. The first of several entries counts.
 * @see docs/read/definitions.md, "Gate"
 */
export function excuseFailures<Failure extends GateFailure, Entry extends GateEntry>({
  failures,
  entries,
  excusesKnownFlakes,
  blocksOnlyNew,
  now,
}: {
  failures: readonly Failure[];
  entries: readonly Entry[];
  excusesKnownFlakes: boolean;
  blocksOnlyNew: boolean;
  now: Date;
}): {
  excused: GateRuling<Failure, Entry>[];
  unexcused: GateRuling<Failure, Entry>[];
} {
  const active = entries.filter((entry) => entry.expiresAt > now);
  const byTest = new Map<string, Entry[]>();
  for (const entry of active) {
    byTest.set(entry.testId, [...(byTest.get(entry.testId) ?? []), entry]);
  }
  const excused: GateRuling<Failure, Entry>[] = [];
  const unexcused: GateRuling<Failure, Entry>[] = [];
  for (const failure of failures) {
    const ofTest = byTest.get(failure.testId) ?? [];
    const entry = ofTest.find(({ fingerprints }) => isCovered(fingerprints, failure));
    if (entry !== undefined) excused.push({ failure, entry, by: 'quarantine' });
    else if (excusesKnownFlakes && isKnownFlake(failure)) {
      excused.push({ failure, entry: null, by: 'known-flake' });
    } else if (blocksOnlyNew && failure.onBase) excused.push({ failure, entry: null, by: 'base' });
    else unexcused.push({ failure, entry: ofTest[0] ?? null, by: null });
  }
  return { excused, unexcused };
}

function isCovered(fingerprints: GateEntry['fingerprints'], failure: GateFailure): boolean {
  return findUncovered({ fingerprints }, failure).length === 0;
}

/** The fingerprints of a failure that the entry does not cover. */
export function findUncovered(
  { fingerprints }: Pick<GateEntry, 'fingerprints'>,
  { fingerprint, further }: Pick<GateFailure, 'fingerprint' | 'further'>,
): string[] {
  return [fingerprint, ...further].filter((one) => fingerprints?.has(one) === false);
}

function isKnownFlake({ knownFlake }: GateFailure): boolean {
  return knownFlake !== null && knownFlake >= KNOWN_FLAKE_CONFIDENCE;
}
