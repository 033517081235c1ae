import type { CountedCause } from '../../analyses/index.ts';

/** A failed test. `toFingerprintId` has 32 hex digits. */
export interface GroupedFailure<Test> {
  test: Test;
  fingerprintId: string | null;
  /** Equal for tests of one file. */
  file: number;
}

export interface GroupedFailures<Test> {
  /** Those of most tests first: at most `limit`. */
  causes: CountedCause[];
  total: number;
  /** The failures to name, at most `limit`. */
  named: { test: Test; fingerprintId: string | null }[];
}

/**
 * Groups failures, which are in the order of their places, by fingerprint, and chooses those to name: one of each
 * cause, then the second of each, and so on, so that no cause hides another one. With `only`, chooses only failures of
 * that fingerprint.
 */
export function groupFailures<Test>(
  failures: readonly GroupedFailure<Test>[],
  { limit, only }: { limit: number; only: string | null },
): GroupedFailures<Test> {
  const groups = [...Map.groupBy(failures, ({ fingerprintId }) => fingerprintId)];
  // Stable: of causes of equally many tests, the one with the first place is first.
  groups.sort(([, one], [, other]) => other.length - one.length);
  const causes = groups.slice(0, limit).map(([fingerprintId, group]) => ({
    fingerprintId,
    tests: group.length,
    files: new Set(group.map(({ file }) => file)).size,
  }));
  let asked = groups.filter(([id]) => only === null || id === only).map(([, group]) => group);
  const named: GroupedFailure<Test>[] = [];
  for (let turn = 0; asked.length > 0 && named.length < limit; turn++) {
    for (const group of asked.slice(0, limit - named.length)) {
      const failure = group[turn];
      if (failure !== undefined) named.push(failure);
    }
    asked = asked.filter((group) => group.length > turn + 1);
  }
  return { causes, total: groups.length, named };
}
