import { computeBetaQuantile } from '../statistics/beta-quantile.ts';

/**
 * The confidence that a test is flaky, 0..1: the 10 % quantile of Beta(0.2 + flakyRuns, 10 + runs − flakyRuns).
 * `runs` are counted runs and include the flaky ones. Two flaky runs of two score far lower than two hundred of two
 * hundred; without a flaky run the score is close to 0.
 */
export function computeFlakinessScore(flakyRuns: number, runs: number): number {
  return computeBetaQuantile(0.1, PRIOR_FLAKY + flakyRuns, PRIOR_OTHER + runs - flakyRuns);
}

/**
 * The cost of a flaky test, in milliseconds per week: the mean of the same Beta, (0.2 + flakyRuns) / (10.2 + runs), ×
 * `runsPerWeek` (counted runs) × `meanWastedMs` (of its flaky runs).
 */
export function computeFlakinessImpact(test: {
  flakyRuns: number;
  runs: number;
  runsPerWeek: number;
  meanWastedMs: number;
}): number {
  const mean = (PRIOR_FLAKY + test.flakyRuns) / (PRIOR_FLAKY + PRIOR_OTHER + test.runs);
  return mean * test.runsPerWeek * test.meanWastedMs;
}

// A prior with the weight of ten runs and a rate of 2 %. These are starting values, to be fitted to a project's own
// tests once there are enough of them.
const PRIOR_FLAKY = 0.2;
const PRIOR_OTHER = 10;
