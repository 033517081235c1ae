/** A stream of pseudo-random numbers. The same key gives the same numbers in every run. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  unit(): number;
  /** A whole number from 0 to below `limit`. */
  integer(limit: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  /** This many lower-case hex digits. */
  hex(digits: number): string;
}

/** Starts the stream of a key. Uses mulberry32 by Tommy Ettinger. */
export function createRandom(key: number): Random {
  let state = key >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (limit: number): number => Math.floor(unit() * limit);
  return {
    unit,
    integer,
    between: (from, to) => from + unit() * (to - from),
    chance: (probability) => unit() < probability,
    pick: (values) => values[integer(values.length)] ?? values[0],
    hex: (digits) => Array.from({ length: digits }, () => integer(16).toString(16)).join(''),
  };
}

/**
 * Derives a key from another one and a path of numbers and names. A stream with its own key stays the same when other
 * code draws more or fewer numbers.
 */
export function deriveKey(key: number, ...path: (number | string)[]): number {
  let mixed = key >>> 0;
  for (const step of path) mixed = mix(mixed, typeof step === 'number' ? step : hashText(step));
  return mixed;
}

/** A number from 0 to below 1 that depends on two keys only. Needs no stream. */
export function hashToUnit(key: number, other: number): number {
  return mix(key, other) / 2 ** 32;
}

/** Mixes two numbers into one of 32 bits, with the finalizer of MurmurHash3. */
function mix(key: number, other: number): number {
  let mixed = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12) ^ Math.imul(other | 0, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** FNV-1a. */
function hashText(text: string): number {
  let mixed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  }
  return mixed >>> 0;
}

/**
 * Increasing UUIDv7s of one moment: 48 bits of time, random bits, and in the last twelve digits a counter that begins
 * at a random number in its lower half.
 */
export function createUuidSequence(atMs: number, random: Random): () => string {
  const time = Math.floor(atMs).toString(16).padStart(12, '0');
  const variant = (8 + random.integer(4)).toString(16);
  const prefix = `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-${variant}${random.hex(3)}-`;
  let counter = random.integer(2 ** 31) * 2 ** 16;
  return () => prefix + (counter++).toString(16).padStart(12, '0');
}
