import { expect, it } from 'vitest';
import { computeCountTicks, computeDurationTicks, pickLabelledIndexes } from './axis-ticks.ts';

const endsOf = (ticks: (highest: number) => number[], values: number[]) =>
  values.map((value) => ticks(value).at(-1));

it('ends an axis of counts where three round whole steps hold the highest', () => {
  expect(endsOf(computeCountTicks, [0, 1, 3, 4, 13, 20, 31, 1_000])).toEqual([
    3, 3, 3, 6, 15, 24, 60, 1_200,
  ]);
  expect(computeCountTicks(20)).toEqual([0, 8, 16, 24]);
});

it('ends an axis of durations where four steps of the clock hold the longest', () => {
  expect(
    endsOf(computeDurationTicks, [0, 3, 4, 5, 1_338, 9_900, 90_000, 342_000, 5_400_000]),
  ).toEqual([4, 4, 4, 8, 2_000, 20_000, 120_000, 480_000, 7_200_000]);
  expect(computeDurationTicks(10 * 86_400_000).at(-1)).toBe(12 * 86_400_000);
});

const labelled = (count: number, width: number) =>
  pickLabelledIndexes(count, { width, labelWidth: 60 });

it('labels the first and the last mark, and no two nearer than a label is wide', () => {
  expect(labelled(0, 600)).toEqual([]);
  expect(labelled(1, 600)).toEqual([0]);
  expect(labelled(2, 30)).toEqual([1]);
  expect(labelled(30, 600)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 29]);
  for (const count of [3, 8, 31, 92, 400]) {
    const places = labelled(count, 320).map((index) => (index / (count - 1)) * 320);
    for (const [index, place] of places.slice(1).entries()) {
      expect(place - (places[index] ?? 0)).toBeGreaterThanOrEqual(60 - 1e-9);
    }
  }
});
