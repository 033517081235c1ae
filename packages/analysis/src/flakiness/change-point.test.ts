import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { findLatestChangePoint } from './change-point.ts';
import { leastCpuMs } from '../../test/least-cpu-ms.ts';

it.each([
  [5, 11],
  [10, 6],
  [20, 4],
  [30, 3],
  [50, 3],
  [100, 2],
  [150, 2],
])('after %d clean commits it takes %d failing ones in a row', (clean, needed) => {
  expect(failuresUntilDeclared('.'.repeat(clean))).toEqual({ needed, index: clean });
});

it.each([
  [50, 4],
  [20, 5],
  [10, 6],
  [5, 9],
  [3, 13],
])(
  'after 100 runs of which every %dth failed it takes %d failing ones in a row',
  (step, needed) => {
    const spread = Array.from({ length: 100 }, (_, index) => (index % step === 1 ? 'x' : '.'));
    expect(failuresUntilDeclared(spread.join(''))).toEqual({ needed, index: 100 });
  },
);

it('raises no false alarm in 400 seeded sequences of 100 runs that fail at 1 to 50 %', () => {
  const random = seededRandom(1);
  const alarms = Array.from({ length: 400 }, (_, index) => {
    const rate = 0.01 + (0.49 * index) / 399;
    return findLatestChangePoint(
      Array.from({ length: 100 }, (_, run) => ({
        unexpected: random() < rate,
        commit: String(run),
      })),
    );
  }).filter((change) => change !== null);
  expect(alarms).toEqual([]);
});

it.each([
  ['', null],
  ['.', null],
  ['x', null],
  ['x'.repeat(50), null],
  [`${'.'.repeat(30)}xxxx`, { index: 30, before: [30, 0], after: [4, 4] }],
  // Fixed: the last segment is the good one, and the one before it contains only the bad runs.
  [
    `${'.'.repeat(40)}${'x'.repeat(20)}${'.'.repeat(15)}`,
    { index: 60, before: [20, 20], after: [15, 0] },
  ],
  // One split at a time: neither the beginning nor the end of a bad stretch in the middle is worth a split.
  [`${'.'.repeat(20)}${'x'.repeat(12)}`, { index: 20, before: [20, 0], after: [12, 12] }],
  [`${'.'.repeat(20)}${'x'.repeat(12)}${'.'.repeat(14)}`, null],
  // Long after the fix, a short break is no longer worth its own segment.
  [`${'.'.repeat(40)}xx${'.'.repeat(60)}`, null],
  [`${'.'.repeat(60)}${'..x.'.repeat(15)}`, { index: 62, before: [62, 0], after: [58, 15] }],
])('splits %s', (text, expected) => {
  const change = findLatestChangePoint(runsOf(text));
  expect(
    change && {
      index: change.index,
      before: [change.before.runs, change.before.unexpected],
      after: [change.after.runs, change.after.unexpected],
    },
  ).toEqual(expected);
});

it('reads the newest 500 runs, and returns the index in the whole array', () => {
  const runs = runsOf(`${'x'.repeat(300)}${'.'.repeat(490)}${'x'.repeat(10)}`);
  expect(findLatestChangePoint(runs)).toEqual({
    index: 790,
    before: { runs: 490, unexpected: 0 },
    after: { runs: 10, unexpected: 10 },
  });
});

it('splits only between commits', () => {
  const runs = runsOf(`${'.'.repeat(30)}xxxxx`);
  const rerun = runs.map((run, index) => (index < 28 ? run : { ...run, commit: 'same' }));
  expect(findLatestChangePoint(rerun)?.index).toBe(28);
});

it('never splits runs of one commit, and treats each run without a commit as its own commit', () => {
  const text = `${'.'.repeat(30)}xxxxx`;
  const of = (commit: string | null) => runsOf(text).map((run) => ({ ...run, commit }));
  expect([of('same'), of(null)].map((runs) => findLatestChangePoint(runs)?.index)).toEqual([
    undefined,
    30,
  ]);
});

it('returns two segments that meet at the index and have different rates', () => {
  const runs = fc.array(
    fc.record({
      unexpected: fc.boolean(),
      commit: fc.option(fc.integer({ min: 0, max: 5 }).map(String)),
    }),
    { maxLength: 250, size: 'max' },
  );
  const steps = fc
    .array(fc.tuple(fc.nat({ max: 60 }), fc.boolean()), { maxLength: 5 })
    .map((parts) => runsOf(parts.map(([count, bad]) => (bad ? 'x' : '.').repeat(count)).join('')));
  fc.assert(
    fc.property(fc.oneof(runs, steps), (history) => {
      const change = findLatestChangePoint(history);
      if (change === null) return;
      const { index, before, after } = change;
      const count = (from: number, to: number) => ({
        runs: to - from,
        unexpected: history.slice(from, to).filter(({ unexpected }) => unexpected).length,
      });
      expect(after).toEqual(count(index, history.length));
      expect(before).toEqual(count(index - before.runs, index));
      expect(before.unexpected * after.runs).not.toBe(after.unexpected * before.runs);
    }),
  );
});

it('takes time that grows with the runs, not with their square', () => {
  const long = leastCpuMs(2_000, makeSearch(100));
  const short = leastCpuMs(40_000, makeSearch(5));
  expect(long / short).toBeLessThan(6);
});

function makeSearch(repeats: number): () => void {
  const runs = runsOf('....x.......x..x....'.repeat(repeats));
  return () => void findLatestChangePoint(runs);
}

/** `.` is an expected run and `x` an unexpected one, each with its own commit. */
function runsOf(text: string): { unexpected: boolean; commit: string }[] {
  return Array.from(text, (letter, index) => ({
    unexpected: letter === 'x',
    commit: String(index),
  }));
}

function failuresUntilDeclared(before: string): { needed: number; index: number } | null {
  for (let needed = 1; needed < 50; needed++) {
    const change = findLatestChangePoint(runsOf(before + 'x'.repeat(needed)));
    if (change !== null) return { needed, index: change.index };
  }
  return null;
}
