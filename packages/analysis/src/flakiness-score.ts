import { betaQuantile } from './beta-quantile.ts';

/**
 * How surely a test is flaky, 0..1: the 10 % quantile of Beta(0.2 + flakyRuns, 10 + runs − flakyRuns).
 * `runs` are counted runs and hold the flaky ones. Two flaky runs of two come out far below two hundred
 * of two hundred; with no flaky run it is next to 0.
 */
export function flakinessScore(flakyRuns: number, runs: number): number {
  return betaQuantile(0.1, PRIOR_FLAKY + flakyRuns, PRIOR_OTHER + runs - flakyRuns);
}

/**
 * What a flaky test costs, in milliseconds a week: the mean of the same Beta, (0.2 + flakyRuns) /
 * (10.2 + runs), × `runsPerWeek` (counted runs) × `meanWastedMs` (of its flaky runs).
 */
export function flakinessImpact(test: {
  flakyRuns: number;
  runs: number;
  runsPerWeek: number;
  meanWastedMs: number;
}): number {
  const mean = (PRIOR_FLAKY + test.flakyRuns) / (PRIOR_FLAKY + PRIOR_OTHER + test.runs);
  return mean * test.runsPerWeek * test.meanWastedMs;
}

// As much trust as ten runs that were not flaky give, and a rate of 2 %: starting values, to be fitted
// to a project's own tests once there are enough of them.
const PRIOR_FLAKY = 0.2;
const PRIOR_OTHER = 10;
