/** 0/0 is null. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The mean in whole milliseconds; null without values. */
export function meanMs(durations: readonly number[]): number | null {
  return durations.length === 0 ? null : Math.round(sum(durations) / durations.length);
}

/** By linear interpolation between the two nearest ranks, in whole milliseconds; null without values. */
export function percentileMs(durations: readonly number[], fraction: number): number | null {
  return durations.length === 0 ? null : Math.round(percentile(durations, fraction));
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = fraction * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? NaN;
  const above = sorted[Math.ceil(rank)] ?? NaN;
  return below + (rank - Math.floor(rank)) * (above - below);
}

/** Median absolute deviation from the median. */
export function medianDeviation(values: readonly number[]): number {
  return median(values.map((value) => Math.abs(value - median(values))));
}

// The 97.5 % quantile of the standard normal distribution.
const Z = 1.959963984540054;

/** The 95 % interval of a share. @see Wilson (1927) */
export function wilson(part: number, whole: number): { low: number; high: number } {
  const p = part / whole;
  const centre = p + Z ** 2 / (2 * whole);
  const half = Z * Math.sqrt((p * (1 - p)) / whole + Z ** 2 / (4 * whole ** 2));
  const scale = 1 + Z ** 2 / whole;
  return { low: (centre - half) / scale, high: (centre + half) / scale };
}

const CELLS = 500;

/**
 * The quantile of Beta(0.2 + k, b), k an integer: the point with `fraction` of the density's area on its left, summed
 * up cell by cell. With x = u⁵ the density x^(k-0.8) (1-x)^(b-1) dx becomes 5 u^(5k) (1-u⁵)^(b-1) du, which is smooth
 * everywhere.
 */
export function betaQuantile(fraction: number, k: number, b: number): number {
  const density = (u: number) => u ** (5 * k) * (1 - u ** 5) ** (b - 1);
  const areas = Array.from({ length: CELLS }, (_, cell) =>
    simpson(density, cell / CELLS, (cell + 1) / CELLS),
  );
  const wanted = fraction * sum(areas);
  let left = 0;
  let cell = 0;
  for (let next = areas[0] ?? 0; left + next < wanted; next = areas[cell] ?? Infinity) {
    left += next;
    cell++;
  }
  let low = cell / CELLS;
  let high = (cell + 1) / CELLS;
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2;
    if (left + simpson(density, cell / CELLS, middle) < wanted) low = middle;
    else high = middle;
  }
  return low ** 5;
}

function simpson(density: (u: number) => number, from: number, to: number): number {
  return ((to - from) / 6) * (density(from) + 4 * density((from + to) / 2) + density(to));
}
