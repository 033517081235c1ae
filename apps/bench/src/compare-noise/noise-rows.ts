import { computePercentile, type BenchRow } from '../report.ts';

/** One comparison of two executions of one commit. */
export interface Tally {
  /** The tests that passed in both. */
  both: { id: string; baseMs: number; headMs: number; isSlower: boolean }[];
  /** The number of earlier executions of the base's branch. */
  earlier: number;
  /** The ids of the tests that the answer names. */
  slower: ReadonlySet<string>;
  faster: ReadonlySet<string>;
  machineFactor: number | null;
}

// With fewer earlier executions a test has too few durations for a usual range.
const LONG_HISTORY = 10;

/** The figures of all comparisons with this slowness of the head's machine. */
export function buildNoiseRows(machine: number, tallies: readonly Tally[]): BenchRow[] {
  const row = { bench: 'compare-noise', unit: '%' };
  const on = `machine x ${machine}`;
  const same = tallies.flatMap(({ both, slower, faster }) =>
    both
      .filter(({ isSlower }) => !isSlower)
      .map((test) => ({
        isNamed: slower.has(test.id) || faster.has(test.id),
        isOverThresholds: Math.abs(test.headMs - test.baseMs) >= computeLeastMs(test.baseMs),
      })),
  );
  const rowsOfFound = (which: string, isLong: boolean, target?: { atLeast: number }) => {
    const made = tallies
      .filter(({ earlier }) => earlier >= LONG_HISTORY === isLong)
      .flatMap(({ both, slower }) =>
        both
          .filter(({ isSlower }) => isSlower)
          .map((test) => ({
            isFound: slower.has(test.id),
            isOverThresholds: test.headMs / machine - test.baseMs >= computeLeastMs(test.baseMs),
          })),
      );
    const figure = `${on}: found of ${made.length} tests 1.5 times slower, ${which}`;
    const found = computeShare(made, ({ isFound }) => isFound);
    return [
      { ...row, figure, value: found, ...(target === undefined ? {} : { target }) },
      {
        ...row,
        figure: `${on}: of these tests, 50 ms and 20 % slower than the base, ${which}`,
        value: computeShare(made, ({ isOverThresholds }) => isOverThresholds),
      },
    ];
  };
  const factors = tallies.flatMap(({ machineFactor }) => machineFactor ?? []);
  return [
    {
      ...row,
      figure: `${on}: named of ${same.length} unchanged tests`,
      value: computeShare(same, ({ isNamed }) => isNamed),
      target: { atMost: 0.5 },
    },
    {
      ...row,
      figure: `${on}: unchanged tests, 50 ms and 20 % off the base`,
      value: computeShare(same, ({ isOverThresholds }) => isOverThresholds),
    },
    ...rowsOfFound('10 or more earlier executions', true, { atLeast: 90 }),
    ...rowsOfFound('fewer', false),
    ...[0, 0.5, 1].map((at) => ({
      ...row,
      unit: '',
      figure: `${on}: machineFactor, ${at === 0 ? 'least' : at === 1 ? 'greatest' : 'median'}`,
      value: computePercentile(factors, at),
    })),
  ];
}

/** The least difference that a comparison reports by default. */
function computeLeastMs(baseMs: number): number {
  return Math.max(50, 0.2 * baseMs);
}

/** The share for which `holds` is true, in per cent. */
function computeShare<One>(all: readonly One[], holds: (one: One) => boolean): number {
  return (100 * all.filter(holds).length) / all.length;
}
