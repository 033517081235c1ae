import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { type ComparedRun, pickWorstRuns } from './worst-run.ts';

const STATUSES = ['passed', 'failed', 'timedOut', 'skipped', 'interrupted'] as const;

function makeRun(run: Partial<ComparedRun>): ComparedRun {
  return {
    testId: 't',
    status: 'passed',
    flaky: false,
    durationMs: 0,
    file: 'a.test.ts',
    variant: null,
    ...run,
  };
}

it.each<[string, Partial<ComparedRun>, Partial<ComparedRun>]>([
  ['failed over interrupted', { status: 'failed' }, { status: 'interrupted' }],
  ['timed out over interrupted', { status: 'timedOut' }, { status: 'interrupted' }],
  ['interrupted over passed', { status: 'interrupted' }, { status: 'passed', flaky: true }],
  ['passed over skipped', { status: 'passed' }, { status: 'skipped', durationMs: 9 }],
  ['the longer pass', { durationMs: 9 }, { durationMs: 8 }],
  ['the longer of two flaky', { flaky: true, durationMs: 9 }, { flaky: true, durationMs: 8 }],
  ['the longer failure', { status: 'timedOut', durationMs: 9 }, { status: 'failed' }],
])('counts %s, whichever comes first', (_, worse, better) => {
  const runs = [makeRun(worse), makeRun(better)];
  const counted = [runs, runs.toReversed()].map((order) => pickWorstRuns(order).get('t'));
  expect(counted).toEqual([runs[0], runs[0]]);
});

it('prefers a flaky pass over a longer pass, and gives it the longer duration', () => {
  const [short, long] = [makeRun({ flaky: true, durationMs: 3 }), makeRun({ durationMs: 9 })];
  const counted = [
    [short, long],
    [long, short],
  ].map((order) => pickWorstRuns(order).get('t'));
  expect(counted).toEqual([
    { ...short, durationMs: 9 },
    { ...short, durationMs: 9 },
  ]);
});

it('uses the first of equals, and keeps the order of tests', () => {
  const runs = [
    makeRun({ testId: 'b', file: '1' }),
    makeRun({ testId: 'a' }),
    makeRun({ testId: 'b', file: '2' }),
  ];
  expect([...pickWorstRuns(runs).values()]).toEqual(runs.slice(0, 2));
});

it('keeps each test once, and the same verdict in any order', () => {
  const runs = fc.array(
    fc
      .record({
        testId: fc.constantFrom('a', 'b', 'c'),
        status: fc.constantFrom(...STATUSES),
        flaky: fc.boolean(),
        durationMs: fc.nat({ max: 3 }),
      })
      .map((run) => makeRun(run)),
  );
  fc.assert(
    fc.property(runs, (given) => {
      expect(verdicts(given.toReversed())).toEqual(verdicts(given));
      expect(pickWorstRuns(given).size).toBe(new Set(given.map(({ testId }) => testId)).size);
    }),
  );
});

function verdicts(runs: readonly ComparedRun[]): Set<string> {
  const worst = [...pickWorstRuns(runs).values()];
  return new Set(
    worst.map((run) => {
      const status = isFailure(run.status) ? 'failure' : run.status;
      return `${run.testId} ${status} ${run.flaky} ${run.durationMs}`;
    }),
  );
}
