/** The band in which durations lie by chance: median ± 3 × MAD × 1.4826, in ms. */
export interface NoiseBand {
  lowMs: number;
  medianMs: number;
  highMs: number;
}

// Fewer durations say little about chance.
const FEWEST = 5;

/** The band of some durations; null for fewer than 5. */
export function noiseBand(durationsMs: readonly number[]): NoiseBand | null {
  if (durationsMs.length < FEWEST) return null;
  const medianMs = median(durationsMs);
  const spreadMs = 3 * 1.4826 * median(durationsMs.map((ms) => Math.abs(ms - medianMs)));
  return { lowMs: Math.max(0, medianMs - spreadMs), medianMs, highMs: medianMs + spreadMs };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}
