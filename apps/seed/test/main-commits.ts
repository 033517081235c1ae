import type { RegressionTruth, TestTruth } from '@svc/seed/truth';
import type { ReportedExecution } from './reported-history.ts';

/** What truth says of the commits of main. Each stands where its state of main does, whenever it ran. */
export interface MainCommits {
  /** Undefined for a commit of another branch. */
  atOf(commit: string | null): number | undefined;
  isBroken(test: TestTruth, commit: string | null): boolean;
  /** The first of the commits in a row, up to this one, in which the test is broken. */
  brokenSince(test: TestTruth, commit: string | null): string | null;
}

export function mainCommitsOf(
  regressions: readonly RegressionTruth[],
  executions: readonly ReportedExecution[],
): MainCommits {
  const onMain = executions.filter(({ truth }) => truth.branch === 'main');
  const places = new Map(onMain.map(({ truth }) => [truth.commit, truth.stateAt.getTime()]));
  const spans = regressions
    .filter(({ branch }) => branch === 'main')
    .map(({ tests, brokenBy, mendedBy }) => ({
      tests,
      brokenBy,
      from: places.get(brokenBy) ?? Infinity,
      to: mendedBy === null ? Infinity : (places.get(mendedBy) ?? Infinity),
    }));
  const spanAt = (test: TestTruth, at: number) =>
    spans
      .filter(({ tests, from, to }) => tests.includes(test) && from <= at && at < to)
      .toSorted((a, b) => a.from - b.from)[0];
  const firstSpan = (test: TestTruth, at: number): string | null => {
    const span = spanAt(test, at);
    if (span === undefined) return null;
    // One regression may begin before another ends, or where it ends.
    return firstSpan(test, span.from - 1) ?? span.brokenBy;
  };
  const atOf = (commit: string | null) => places.get(commit ?? '');
  return {
    atOf,
    isBroken: (test, commit) => spanAt(test, atOf(commit) ?? NaN) !== undefined,
    brokenSince: (test, commit) => firstSpan(test, atOf(commit) ?? NaN),
  };
}
