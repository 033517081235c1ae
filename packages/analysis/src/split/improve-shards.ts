export interface SplitFile {
  /** Identifies the file. Ties are broken by it. */
  file: string;
  durationMs: number;
}

export interface Shard {
  /** Files, ordered by name. */
  files: SplitFile[];
  durationMs: number;
}

// Each round makes the slowest shard faster. LPT is rarely more than a few rounds away from the best that rounds reach.
const ROUNDS_MOST = 1_000;

/**
 * Moves one file from the slowest shard to another, or swaps it for a shorter one, as long as the slower of the two
 * becomes faster. Each round chooses the change that brings both nearest together. Changes the shards in place.
 */
export function improveShards(shards: readonly Shard[]): void {
  for (let round = 0; round < ROUNDS_MOST; round++) {
    const slowest = findSlowest(shards);
    const change = slowest && findBestChange(slowest, shards);
    if (slowest === undefined || change === undefined) return;
    apply(slowest, change);
  }
}

/** The first of the slowest shards. */
function findSlowest(shards: readonly Shard[]): Shard | undefined {
  return shards.reduce<Shard | undefined>(
    (found, shard) => (found === undefined || shard.durationMs > found.durationMs ? shard : found),
    undefined,
  );
}

interface Change {
  to: Shard;
  file: SplitFile;
  /** Undefined: the file is moved. */
  swappedFor: SplitFile | undefined;
  /** The time of the slower of both shards afterwards. */
  slowerMs: number;
}

function findBestChange(slowest: Shard, shards: readonly Shard[]): Change | undefined {
  let best: Change | undefined;
  for (const to of shards) {
    const gapMs = slowest.durationMs - to.durationMs;
    if (to === slowest || gapMs <= 0) continue;
    const sorted = to.files.toSorted((a, b) => a.durationMs - b.durationMs);
    for (const file of slowest.files) {
      // The ideal change moves half of the gap.
      for (const swappedFor of [undefined, findNearest(sorted, file.durationMs - gapMs / 2)]) {
        const movedMs = file.durationMs - (swappedFor?.durationMs ?? 0);
        const slowerMs = Math.max(slowest.durationMs - movedMs, to.durationMs + movedMs);
        if (slowerMs < (best?.slowerMs ?? slowest.durationMs)) {
          best = { to, file, swappedFor, slowerMs };
        }
      }
    }
  }
  return best;
}

/** The file whose duration is nearest to `durationMs`, by binary search in files that are sorted by duration. */
function findNearest(sorted: readonly SplitFile[], durationMs: number): SplitFile | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.durationMs ?? Infinity) < durationMs) low = middle + 1;
    else high = middle;
  }
  const [below, above] = [sorted[low - 1], sorted[low]];
  if (below === undefined || above === undefined) return above ?? below;
  return durationMs - below.durationMs < above.durationMs - durationMs ? below : above;
}

function apply(from: Shard, { to, file, swappedFor }: Change): void {
  replace(from, file, swappedFor);
  replace(to, swappedFor, file);
}

function replace(shard: Shard, old: SplitFile | undefined, added: SplitFile | undefined): void {
  shard.files = [...shard.files.filter((one) => one !== old), ...(added ? [added] : [])];
  shard.durationMs += (added?.durationMs ?? 0) - (old?.durationMs ?? 0);
}
