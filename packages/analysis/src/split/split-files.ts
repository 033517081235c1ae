import { improveShards, type Shard, type SplitFile } from './improve-shards.ts';

/**
 * Divides files between shards so that the slowest shard is about as fast as possible. Depends only on the set of files
 * and durations, not on their order. Longest file first into the shard with the least time (Graham's LPT, at most 4/3 of
 * the best), then moves and swaps that make the slowest shard faster. Shards without files remain if there are more
 * shards than files.
 * @see Graham (1969), "Bounds on multiprocessing timing anomalies"
 */
export function splitFiles(files: readonly SplitFile[], shards: number): Shard[] {
  const split: Shard[] = Array.from({ length: shards }, () => ({ files: [], durationMs: 0 }));
  for (const file of files.toSorted(compareLongestFirst)) {
    const shard = findLeastLoaded(split);
    shard?.files.push(file);
    if (shard !== undefined) shard.durationMs += file.durationMs;
  }
  improveShards(split);
  for (const shard of split) shard.files.sort(compareByFile);
  return split;
}

/** The first of the shards with the least time, and of these the one with the fewest files. */
function findLeastLoaded(split: readonly Shard[]): Shard | undefined {
  let found = split[0];
  for (const shard of split) {
    if (found === undefined) break;
    const differenceMs = shard.durationMs - found.durationMs;
    const hasFewer = differenceMs === 0 && shard.files.length < found.files.length;
    if (differenceMs < 0 || hasFewer) found = shard;
  }
  return found;
}

function compareLongestFirst(one: SplitFile, other: SplitFile): number {
  return other.durationMs - one.durationMs || compareByFile(one, other);
}

/** Compares code units: an order by locale would differ between machines. */
function compareByFile({ file: one }: SplitFile, { file: other }: SplitFile): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
