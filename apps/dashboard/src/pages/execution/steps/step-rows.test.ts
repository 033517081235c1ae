import { expect, it } from 'vitest';
import { countSteps, buildStepRows } from './step-rows.ts';

const at = (ms: number) => new Date(1_700_000_000_000 + ms).toISOString();
const STEPS = [
  { title: 'open', durationMs: 500, startedAt: at(0), steps: [{ title: 'goto', durationMs: 400 }] },
  {
    title: 'check',
    durationMs: 500,
    startedAt: at(500),
    steps: [{ title: 'expect', durationMs: 10, startedAt: at(900), error: { message: 'no' } }],
  },
];

it('opens what holds a failure and places steps on one time axis', () => {
  const rows = buildStepRows(STEPS, new Set());
  expect(
    rows.map(({ title, depth, isFailed, from, width }) => ({
      title,
      depth,
      isFailed,
      from,
      width,
    })),
  ).toEqual([
    { title: 'open', depth: 0, isFailed: false, from: 0, width: 0.5 },
    { title: 'check', depth: 0, isFailed: false, from: 0.5, width: 0.5 },
    { title: 'expect', depth: 1, isFailed: true, from: 0.9, width: 0.01 },
  ]);
});

it('opens and closes what was toggled', () => {
  expect(buildStepRows(STEPS, new Set(['0', '1'])).map(({ title }) => title)).toEqual([
    'open',
    'goto',
    'check',
  ]);
});

it('places steps without times one after the other, and counts all levels', () => {
  const steps = [
    { title: 'a', durationMs: 30 },
    { title: 'b', durationMs: 10 },
  ];
  expect(buildStepRows(steps, new Set()).map(({ from, width }) => [from, width])).toEqual([
    [0, 0.75],
    [0.75, 0.25],
  ]);
  expect(countSteps(STEPS)).toBe(4);
  expect(buildStepRows([], new Set())).toEqual([]);
});
