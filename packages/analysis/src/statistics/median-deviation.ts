/** Scales the median absolute deviation of a normal distribution to its standard deviation. */
export const MAD_TO_SIGMA = 1.4826;

/** The median of these values and their median absolute deviation from it. Both NaN without values. */
export function computeMedianDeviation(values: readonly number[]): {
  median: number;
  deviation: number;
} {
  const middle = median(values);
  return {
    median: middle,
    deviation: median(values.map((value) => Math.abs(value - middle))),
  };
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}
