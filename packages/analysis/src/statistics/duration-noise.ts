import { MAD_TO_SIGMA, computeMedianDeviation } from './median-deviation.ts';

/**
 * Whether a duration is within the usual range of the test's earlier ones: median ± 3 × MAD × 1.4826, inclusive. All
 * in milliseconds; `earlier` in any order. False with fewer than MIN_DURATIONS earlier ones.
 */
export function isNoise(durationMs: number, earlier: readonly number[]): boolean {
  if (earlier.length < MIN_DURATIONS) return false;
  const { median, deviation } = computeMedianDeviation(earlier);
  return Math.abs(durationMs - median) <= 3 * deviation * MAD_TO_SIGMA;
}

/** The usual range is unknown with fewer earlier durations. */
export const MIN_DURATIONS = 10;
