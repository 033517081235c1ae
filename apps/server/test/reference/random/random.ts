/** Repeatable choices: the same seed gives the same history. */
export interface Random {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  /** True `share` of the time. */
  chance(share: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** Mulberry32, which is small and random enough for choices. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: <Value>(values: readonly Value[]) => {
      if (values.length === 0) throw new Error('nothing to pick from');
      return values[below(values.length)] as never;
    },
  };
}
