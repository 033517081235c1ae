/** Whether every supported version runs every case, as CI has it. */
export const EVERY_VERSION_RUNS_ALL = process.env['SVC_TEST_MAJORS'] === 'all';

/**
 * Those of a framework's versions, the newest last, that run every case: by default the newest alone.
 * The older ones then run the outcomes, one fault and one signal.
 */
export function fullyTested<Version extends string>(
  versions: readonly Version[],
): readonly Version[] {
  return EVERY_VERSION_RUNS_ALL ? versions : versions.slice(-1);
}

/** Cases of which the older versions run the first, and those that are fully tested all. */
export function casesFor<Version extends string, Case>(
  versions: readonly Version[],
  cases: readonly Case[],
): (readonly [Version, Case])[] {
  const full = fullyTested(versions);
  return versions.flatMap((version) =>
    (full.includes(version) ? cases : cases.slice(0, 1)).map((each) => [version, each] as const),
  );
}
