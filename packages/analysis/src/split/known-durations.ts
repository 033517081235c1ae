import { computeMedianDeviation } from '../statistics/median-deviation.ts';
import type { SplitFile } from './improve-shards.ts';

export interface KnownDurations {
  files: SplitFile[];
  /** How many of the files have a duration of their own. */
  known: number;
  /** The duration of a file that has none: the median of the others; 1 ms without any, so that only the number counts. */
  otherMs: number;
}

/**
 * The files, each once, with their durations. A file takes at least 1 ms, so that files without tests are spread too.
 */
export function withKnownDurations(
  files: Iterable<string>,
  durations: ReadonlyMap<string, number>,
): KnownDurations {
  const names = [...new Set(files)];
  const known = names.flatMap((file) => durations.get(file) ?? []);
  const otherMs =
    known.length === 0 ? 1 : Math.max(1, Math.round(computeMedianDeviation(known).median));
  return {
    files: names.map((file) => ({ file, durationMs: Math.max(1, durations.get(file) ?? otherMs) })),
    known: known.length,
    otherMs,
  };
}
