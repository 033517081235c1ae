/** Whether every supported version runs every case, as in CI. */
export const EVERY_VERSION_RUNS_ALL = process.env['SVC_TEST_MAJORS'] === 'all';

/** The versions of a framework that run every case, the newest last; by default only the newest. */
export function fullyTested<Version extends string>(
  versions: readonly Version[],
): readonly Version[] {
  return EVERY_VERSION_RUNS_ALL ? versions : versions.slice(-1);
}

/** The cases for a version: all of them for fully tested versions, otherwise the first. */
export function casesFor<Version extends string, Case>(
  versions: readonly Version[],
  cases: readonly Case[],
): (readonly [Version, Case])[] {
  const full = fullyTested(versions);
  return versions.flatMap((version) =>
    (full.includes(version) ? cases : cases.slice(0, 1)).map((each) => [version, each] as const),
  );
}
