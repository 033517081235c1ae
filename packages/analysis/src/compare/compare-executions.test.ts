import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ComparedRun,
  type ComparedSide,
  compareRuns,
  type Comparison,
  settleTest,
  type SettledList,
} from './compare-executions.ts';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { pickWorstRuns } from './worst-run.ts';
import { leastCpuMs } from '../../test/least-cpu-ms.ts';

const OPTIONS = { durationThreshold: 0.2, minDurationMs: 100 };

/** A run in short form: a status, or `flaky`; `-` means no run. */
type Word = ComparedRun['status'] | 'flaky' | '-';

function makeRun(run: Partial<ComparedRun> = {}): ComparedRun {
  return {
    testId: 't',
    status: 'passed',
    flaky: false,
    durationMs: 1000,
    file: 'a.test.ts',
    variant: null,
    ...run,
  };
}

function makeSide(runs: readonly ComparedRun[], side: Partial<ComparedSide> = {}): ComparedSide {
  return { runs, partial: [], interrupted: false, missingShards: false, brokenFiles: [], ...side };
}

function runsOf(word: Word): ComparedRun[] {
  if (word === '-') return [];
  return [word === 'flaky' ? makeRun({ flaky: true }) : makeRun({ status: word })];
}

function runOf(word: Word): ComparedRun | null {
  return runsOf(word)[0] ?? null;
}

/** The names of the lists that are not empty. */
function filled(comparison: Comparison): string[] {
  return Object.entries(comparison).flatMap(([list, tests]) => (tests.length > 0 ? [list] : []));
}

it.each<[base: Word, head: Word, lists: string[]]>([
  ['passed', 'passed', []],
  ['passed', 'flaky', ['newlyFlaky']],
  ['passed', 'failed', ['regressions']],
  ['passed', 'timedOut', ['regressions']],
  ['passed', 'interrupted', ['notRun']],
  ['passed', 'skipped', []],
  ['passed', '-', ['removedTests']],
  ['flaky', 'passed', []],
  ['flaky', 'flaky', []],
  ['flaky', 'failed', ['regressions']],
  ['flaky', 'interrupted', ['notRun']],
  ['failed', 'passed', ['improvements']],
  ['failed', 'flaky', ['improvements']],
  ['failed', 'failed', ['stillFailing']],
  ['failed', 'timedOut', ['stillFailing']],
  ['failed', 'interrupted', ['notRun']],
  ['failed', 'skipped', []],
  ['failed', '-', ['removedTests']],
  ['timedOut', 'passed', ['improvements']],
  ['timedOut', 'failed', ['stillFailing']],
  ['skipped', 'passed', []],
  ['skipped', 'failed', ['unsettled']],
  ['skipped', 'interrupted', []],
  ['skipped', 'skipped', []],
  ['skipped', '-', ['removedTests']],
  ['interrupted', 'passed', ['unsettled']],
  ['interrupted', 'failed', ['unsettled']],
  ['interrupted', 'interrupted', []],
  ['interrupted', '-', ['removedTests']],
  ['-', 'passed', ['newTests']],
  ['-', 'failed', ['newTests']],
  ['-', 'skipped', ['newTests']],
  ['-', 'interrupted', ['newTests']],
])('from %s to %s is in %j', (base, head, lists) => {
  const comparison = compareRuns(makeSide(runsOf(base)), makeSide(runsOf(head)), OPTIONS);
  expect(filled(comparison)).toEqual(lists);
});

it('returns both runs, and null for a missing one', () => {
  const [same, gone, added] = ['same', 'gone', 'added'].map((testId) => makeRun({ testId }));
  const failed = makeRun({ testId: 'same', status: 'failed' });
  const comparison = compareRuns(
    makeSide([same, gone].filter((run) => run !== undefined)),
    makeSide([failed, added].filter((run) => run !== undefined)),
    OPTIONS,
  );
  expect(comparison).toEqual({
    regressions: [{ testId: 'same', base: same, head: failed }],
    improvements: [],
    stillFailing: [],
    newTests: [{ testId: 'added', base: null, head: added }],
    removedTests: [{ testId: 'gone', base: gone, head: null }],
    notRun: [],
    newlyFlaky: [],
    slower: [],
    faster: [],
    unsettled: [],
  });
});

it.each<[string, Partial<ComparedSide>, boolean]>([
  ['complete', {}, false],
  ['partial', { partial: ['filter'] }, true],
  ['interrupted', { interrupted: true }, true],
  ['short of shards', { missingShards: true }, true],
  [
    'broken in that file and variant',
    { brokenFiles: [{ file: 'a.test.ts', variant: 'web' }] },
    true,
  ],
  [
    'broken in that file in all variants',
    { brokenFiles: [{ file: 'a.test.ts', variant: null }] },
    true,
  ],
  [
    'broken in that file in another variant',
    { brokenFiles: [{ file: 'a.test.ts', variant: 'phone' }] },
    false,
  ],
  ['broken in another file', { brokenFiles: [{ file: 'b.test.ts', variant: null }] }, false],
])('may miss a test by accident when a side is %s: %s', (_, side, byAccident) => {
  const runs = [makeRun({ variant: 'web' })];
  const lacking = makeSide([], side);
  const lists = [
    filled(compareRuns(makeSide(runs), lacking, OPTIONS)),
    filled(compareRuns(lacking, makeSide(runs), OPTIONS)),
  ];
  expect(lists).toEqual(
    byAccident ? [['notRun'], ['unsettled']] : [['removedTests'], ['newTests']],
  );
});

it('does not apply a file broken in one variant to a test without a variant', () => {
  const head = makeSide([], { brokenFiles: [{ file: 'a.test.ts', variant: 'web' }] });
  expect(filled(compareRuns(makeSide([makeRun()]), head, OPTIONS))).toEqual(['removedTests']);
});

it.each<[base: Word, broken: string, lists: string[]]>([
  ['passed', 'a.test.ts', ['notRun']],
  ['failed', 'a.test.ts', ['notRun']],
  ['skipped', 'a.test.ts', []],
  ['passed', 'b.test.ts', []],
])('from %s to skipped, with %s broken in the head, is in %j', (base, broken, lists) => {
  const head = makeSide(runsOf('skipped'), { brokenFiles: [{ file: broken, variant: null }] });
  expect(filled(compareRuns(makeSide(runsOf(base)), head, OPTIONS))).toEqual(lists);
});

it.each<[base: Word, broken: string, head: Word, lists: string[]]>([
  ['skipped', 'a.test.ts', 'passed', ['unsettled']],
  ['skipped', 'a.test.ts', 'failed', ['unsettled']],
  ['skipped', 'b.test.ts', 'passed', []],
  ['skipped', 'b.test.ts', 'failed', ['unsettled']],
  ['passed', 'a.test.ts', 'failed', ['regressions']],
])('from %s, with %s broken in the base, to %s is in %j', (word, broken, head, lists) => {
  const base = makeSide(runsOf(word), { brokenFiles: [{ file: broken, variant: null }] });
  expect(filled(compareRuns(base, makeSide(runsOf(head)), OPTIONS))).toEqual(lists);
});

it.each<[base: Word, head: Word, earlier: Word, isKnown: boolean, list: SettledList | null]>([
  ['-', 'failed', 'passed', true, 'regressions'],
  ['-', 'failed', 'flaky', true, 'regressions'],
  ['-', 'failed', 'timedOut', true, 'stillFailing'],
  ['-', 'failed', '-', true, 'newTests'],
  ['-', 'failed', '-', false, 'newTests'],
  ['skipped', 'failed', 'passed', true, 'regressions'],
  ['skipped', 'failed', '-', true, 'newTests'],
  ['interrupted', 'failed', 'failed', true, 'stillFailing'],
  ['-', 'passed', 'failed', true, 'improvements'],
  ['-', 'passed', 'passed', true, null],
  ['-', 'flaky', 'passed', true, 'newlyFlaky'],
  ['-', 'flaky', 'flaky', true, null],
  ['-', 'passed', '-', true, null],
  ['-', 'passed', '-', false, 'newTests'],
  ['-', 'skipped', '-', false, 'newTests'],
  ['interrupted', 'passed', '-', false, null],
])(
  'settles base %s, head %s by an earlier %s, known %s: %s',
  (base, head, earlier, isKnown, list) => {
    const test = { testId: 't', base: runOf(base), head: runOf(head) };
    expect(settleTest(test, { earlier: runOf(earlier), isKnown })).toBe(list);
  },
);

it('lists every failure of the head once, for any outcome of unsettled tests', () => {
  const earlier = fc.constantFrom<Word>('-', 'passed', 'flaky', 'failed', 'timedOut');
  fc.assert(
    fc.property(side, side, earlier, fc.boolean(), (base, head, word, isKnown) => {
      const { regressions, stillFailing, newTests, unsettled } = compareRuns(base, head, OPTIONS);
      const settled = unsettled.filter((test) =>
        ['regressions', 'stillFailing', 'newTests'].includes(
          settleTest(test, { earlier: runOf(word), isKnown }) ?? '',
        ),
      );
      const listed = [...regressions, ...stillFailing, ...newTests, ...settled]
        .filter((test) => test.head !== null && isFailure(test.head.status))
        .map(({ testId }) => testId);
      const failed = [...pickWorstRuns(head.runs).values()].filter(({ status }) =>
        isFailure(status),
      );
      expect(listed.toSorted()).toEqual(failed.map(({ testId }) => testId).toSorted());
    }),
  );
});

it('compares the tests that an incomplete head ran', () => {
  const head = makeSide(runsOf('failed'), { partial: ['bail'], interrupted: true });
  expect(filled(compareRuns(makeSide(runsOf('passed')), head, OPTIONS))).toEqual(['regressions']);
});

it.each([
  [1000, 1200, ['slower']],
  [1000, 1199, []],
  [1000, 800, ['faster']],
  [1000, 801, []],
  // 100 ms are more than 20 % of 400 ms, but not of 600 ms.
  [400, 500, ['slower']],
  [400, 499, []],
  [600, 700, []],
  [0, 100, ['slower']],
  [0, 99, []],
  [100, 0, ['faster']],
])('from %d to %d ms is in %j', (baseMs, headMs, lists) => {
  const [base, head] = [baseMs, headMs].map((durationMs) => makeSide([makeRun({ durationMs })]));
  expect(base && head && filled(compareRuns(base, head, OPTIONS))).toEqual(lists);
});

it('never reports an equal duration as slower or faster, with any options', () => {
  const side = makeSide([makeRun({ durationMs: 0 })]);
  expect(filled(compareRuns(side, side, { durationThreshold: 0, minDurationMs: 0 }))).toEqual([]);
});

it('compares durations only of tests that passed in both, flaky ones included', () => {
  const base = makeSide([makeRun({ testId: 'a' }), makeRun({ testId: 'b', status: 'failed' })]);
  const head = makeSide([
    makeRun({ testId: 'a', flaky: true, durationMs: 9000 }),
    makeRun({ testId: 'b', durationMs: 9000 }),
  ]);
  expect(filled(compareRuns(base, head, OPTIONS))).toEqual([
    'improvements',
    'newlyFlaky',
    'slower',
  ]);
});

it('uses the worst of several results of a test on each side', () => {
  const base = makeSide([...runsOf('passed'), ...runsOf('skipped')]);
  const head = makeSide([...runsOf('passed'), ...runsOf('timedOut'), ...runsOf('passed')]);
  expect(filled(compareRuns(base, head, OPTIONS))).toEqual(['regressions']);
});

const side = fc
  .record({
    runs: fc.array(
      fc
        .record({
          testId: fc.integer({ min: 0, max: 9 }).map(String),
          status: fc.constantFrom<ComparedRun['status'][]>(
            'passed',
            'failed',
            'timedOut',
            'skipped',
            'interrupted',
          ),
          durationMs: fc.constantFrom(0, 1000, 2000),
          file: fc.constantFrom('a', 'b'),
          variant: fc.constantFrom('web', null),
        })
        .map((run) => makeRun(run)),
    ),
    partial: fc.constantFrom([], ['filter']),
    brokenFiles: fc.array(
      fc.record({ file: fc.constantFrom('a', 'b'), variant: fc.constantFrom('web', null) }),
      { maxLength: 2 },
    ),
  })
  .map(({ runs, ...rest }) => makeSide(runs, rest));

it('lists every test of only one side exactly once', () => {
  fc.assert(
    fc.property(side, side, (base, head) => {
      const [inBase, inHead] = [base, head].map((each) => idsOf(each.runs));
      const alone = [...(inBase ?? []), ...(inHead ?? [])].filter(
        (testId) => inBase?.has(testId) !== inHead?.has(testId),
      );
      const listed = Object.values(compareRuns(base, head, OPTIONS))
        .flat()
        .filter((test) => test.base === null || test.head === null);
      expect(idsOf(listed)).toEqual(new Set(alone));
      expect(listed).toHaveLength(alone.length);
    }),
  );
});

it('mirrors when base and head are swapped', () => {
  fc.assert(
    fc.property(side, side, (base, head) => {
      const there = compareRuns(base, head, OPTIONS);
      const back = compareRuns(head, base, OPTIONS);
      const pairs: [Comparison['regressions'], Comparison['regressions']][] = [
        [back.improvements, there.regressions],
        [back.stillFailing, there.stillFailing],
        [back.newTests, there.removedTests],
        [
          back.unsettled.filter((test) => test.base === null),
          there.notRun.filter((test) => test.head === null),
        ],
      ];
      for (const [one, other] of pairs) expect(idsOf(one)).toEqual(idsOf(other));
    }),
  );
});

it('takes time that grows with the number of tests, not with its square', () => {
  const large = leastCpuMs(10, makeComparison(20_000));
  const small = leastCpuMs(200, makeComparison(1_000));
  // About 1 if it grows with the number, and 20 with the square.
  expect(large / small).toBeLessThan(6);
});

function makeComparison(tests: number): () => void {
  const [base, head] = [makeLargeSide(tests, 0), makeLargeSide(tests, 500)];
  return () => void compareRuns(base, head, OPTIONS);
}

function makeLargeSide(tests: number, extraMs: number): ComparedSide {
  return makeSide(
    Array.from({ length: tests }, (_, index) =>
      makeRun({
        testId: index.toString(16).padStart(32, '0'),
        durationMs: index + extraMs,
        status: index % 7 === extraMs % 7 ? 'failed' : 'passed',
      }),
    ),
  );
}

function idsOf(tests: readonly { testId: string }[]): Set<string> {
  return new Set(tests.map(({ testId }) => testId));
}
