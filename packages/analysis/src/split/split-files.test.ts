import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { withKnownDurations } from './known-durations.ts';
import type { SplitFile } from './improve-shards.ts';
import { splitFiles } from './split-files.ts';
import { leastCpuMs } from '../../test/least-cpu-ms.ts';

/** Files named by their durations: `90, 90` are `90.1` and `90.2`. */
function makeFiles(...durations: number[]): SplitFile[] {
  return durations.map((durationMs, index) => ({ file: `${durationMs}.${index}`, durationMs }));
}

const times = (files: SplitFile[], shards: number) =>
  splitFiles(files, shards).map(({ durationMs }) => durationMs);

it('puts the longest file first, into the shard with the least time', () => {
  expect(splitFiles(makeFiles(10, 50, 20, 40), 2)).toEqual([
    {
      files: [
        { file: '10.0', durationMs: 10 },
        { file: '50.1', durationMs: 50 },
      ],
      durationMs: 60,
    },
    {
      files: [
        { file: '20.2', durationMs: 20 },
        { file: '40.3', durationMs: 40 },
      ],
      durationMs: 60,
    },
  ]);
});

it('improves what longest first leaves unbalanced', () => {
  // Longest first alone: 8 + 5 + 4 and 7 + 6.
  expect(times(makeFiles(8, 7, 6, 5, 4), 2)).toEqual([15, 15]);
  // Longest first alone: 5 + 4 and 5 + 3 + 3.
  expect(times(makeFiles(5, 5, 4, 3, 3), 2)).toEqual([10, 10]);
});

it('depends on the set of files, not on their order', () => {
  const random = seededRandom(7);
  const files = Array.from({ length: 300 }, (_, index) => ({
    file: `src/${index}.test.ts`,
    durationMs: Math.ceil(random() ** 4 * 20_000),
  }));
  const split = splitFiles(files, 7);
  const shuffled = files.toSorted(() => random() - 0.5);
  expect(splitFiles(shuffled, 7)).toEqual(split);
});

describe('for any files', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('loses none and repeats none (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const files = Array.from({ length: Math.ceil(random() * 400) }, (_, index) => ({
      file: `${index}.test.ts`,
      durationMs: Math.ceil(random() ** 3 * 60_000),
    }));
    const shards = Math.ceil(random() * 20);
    const split = splitFiles(files, shards);
    expect(split).toHaveLength(shards);
    const all = split.flatMap((shard) => shard.files);
    expect(all.toSorted(byName)).toEqual(files.toSorted(byName));
    for (const shard of split) {
      const sum = shard.files.reduce((total, { durationMs }) => total + durationMs, 0);
      expect(shard.durationMs).toBe(sum);
    }
  });

  it.each([11, 12, 13, 14, 15])('is near the ideal with 20 files a shard (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const files = Array.from({ length: 160 }, (_, index) => ({
      file: `${index}.test.ts`,
      durationMs: Math.ceil(random() ** 3 * 60_000),
    }));
    const all = times(files, 8);
    const total = all.reduce((sum, durationMs) => sum + durationMs, 0);
    const longest = Math.max(...files.map(({ durationMs }) => durationMs));
    expect(Math.max(...all) / Math.max(total / 8, longest)).toBeLessThan(1.001);
  });
});

it('leaves shards empty if there are more shards than files', () => {
  expect(splitFiles(makeFiles(5, 3), 4).map(({ files }) => files.length)).toEqual([1, 1, 0, 0]);
});

it('divides files of one duration by number', () => {
  const files = makeFiles(...Array.from({ length: 10 }, () => 1));
  expect(splitFiles(files, 4).map((shard) => shard.files.length)).toEqual([3, 3, 2, 2]);
});

it('takes time that grows with the number of files, not with its square', () => {
  const large = leastCpuMs(5, makeDivision(20_000));
  const small = leastCpuMs(100, makeDivision(1_000));
  expect(large / small).toBeLessThan(6);
});

function makeDivision(count: number): () => void {
  const random = seededRandom(3);
  const files = Array.from({ length: count }, (_, index) => ({
    file: `${index}.test.ts`,
    durationMs: Math.ceil(random() ** 6 * 600_000),
  }));
  return () => void splitFiles(files, 20);
}

describe('durations', () => {
  it('are those known, for the others their median, and at least 1 ms', () => {
    const known = new Map([
      ['a', 10],
      ['b', 0],
      ['c', 31],
      ['elsewhere', 9_000],
    ]);
    expect(withKnownDurations(['a', 'b', 'c', 'new', 'a'], known)).toEqual({
      files: [
        { file: 'a', durationMs: 10 },
        { file: 'b', durationMs: 1 },
        { file: 'c', durationMs: 31 },
        { file: 'new', durationMs: 10 },
      ],
      known: 3,
      otherMs: 10,
    });
  });

  it('are 1 ms without any, so that files are divided by number', () => {
    expect(withKnownDurations(['a', 'b'], new Map())).toEqual({
      files: [
        { file: 'a', durationMs: 1 },
        { file: 'b', durationMs: 1 },
      ],
      known: 0,
      otherMs: 1,
    });
  });
});

function byName({ file: one }: SplitFile, { file: other }: SplitFile): number {
  return one < other ? -1 : 1;
}
