import { expect, it } from 'vitest';
import { describeSteadyDuration } from './steady-sentence.ts';

const days = (now: (number | null)[], before: (number | null)[] = []) =>
  now.map((averageMs, index) => ({
    label: `${index + 1} Nov`,
    averageMs,
    beforeMs: before[index] ?? null,
  }));

it.each<[string, ReturnType<typeof days>, string | null]>([
  ['nothing', days([null, null]), 'No execution finished in this period.'],
  [
    'one day',
    days([null, 2_100, null]),
    '2.1 s on average on 2 Nov, the only day with an execution.',
  ],
  ['a constant', days([2, null, 2]), '2 ms on average on each of 2 days.'],
  [
    'a constant before, too',
    days([2, 2], [2, 2]),
    '2 ms on average on each of 2 days; the same in the period before.',
  ],
  [
    'another constant before',
    days([2, null], [7, 7]),
    '2 ms on average on 1 Nov, the only day with an execution; 7 ms in the period before.',
  ],
])('is a sentence for %s', (_, of, sentence) => {
  expect(describeSteadyDuration(of)?.replaceAll('\u00a0', ' ') ?? null).toBe(sentence);
});

it.each([
  ['two times', days([2, 3])],
  ['a course before', days([2, 2], [3, 4])],
  ['only a period before', days([null], [3])],
])('leaves %s to the chart', (_, of) => {
  expect(describeSteadyDuration(of)).toBeNull();
});
