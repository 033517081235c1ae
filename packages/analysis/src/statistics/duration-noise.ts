/**
 * Whether a duration is within the usual range of the test's earlier ones: median ± 3 × MAD × 1.4826, inclusive. All
 * in milliseconds; `earlier` in any order. False with fewer than MIN_DURATIONS earlier ones.
 */
export function isNoise(durationMs: number, earlier: readonly number[]): boolean {
  if (earlier.length < MIN_DURATIONS) return false;
  const middle = median(earlier);
  const deviation = median(earlier.map((duration) => Math.abs(duration - middle)));
  return Math.abs(durationMs - middle) <= 3 * deviation * MAD_TO_SIGMA;
}

/** With fewer earlier durations the usual range is unknown. */
export const MIN_DURATIONS = 10;

// Scales the median absolute deviation of a normal distribution to its standard deviation.
const MAD_TO_SIGMA = 1.4826;

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}
