import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeGate,
  type ExecutionFacts,
  type GateEntry,
  type GateFailure,
  type PartPlace,
} from './judge-gate.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

const PASSED: ExecutionFacts = {
  framework: 'vitest',
  isRunning: false,
  isRerun: false,
  missingShards: 0,
  expectedShards: 1,
  isInterrupted: false,
  isBailed: false,
  ran: 10,
  failures: 0,
  runErrors: [],
  moreRunErrors: 0,
  brokenFiles: [],
  hasMoreBrokenFiles: false,
  unexplained: [],
  unrepeated: [],
  lacksTestsOfBase: false,
};

const UNKNOWN = { job: null, leg: null, shard: null };

interface Case {
  execution?: Partial<ExecutionFacts>;
  /**
   * Failures as `test:fingerprint+further`, `test:fingerprint:confidence of KNOWN_FLAKE` or `test:fingerprint:base`.
   */
  failures?: readonly string[];
  /** Entries as `test:fingerprint,fingerprint:days` or `test:any:days`. */
  entries?: readonly string[];
  isBehind?: boolean;
  retryAt?: Date;
  excusesKnownFlakes?: boolean;
  blocksOnlyNew?: boolean;
  isAnalysisDue?: boolean;
}

function failureOf(text: string): GateFailure & { text: string } {
  const [testId = '', fingerprints = '', confidence] = text.split(':');
  const [fingerprint = '', ...further] = fingerprints.split('+');
  return {
    text,
    testId,
    fingerprint,
    further,
    knownFlake: confidence === undefined || confidence === 'base' ? null : Number(confidence),
    onBase: confidence === 'base',
  };
}

function entryOf(text: string): GateEntry & { text: string } {
  const [testId = '', fingerprints = '', days = '14'] = text.split(':');
  return {
    text,
    testId,
    fingerprints: fingerprints === 'any' ? null : new Set(fingerprints.split(',')),
    expiresAt: inDays(Number(days)),
  };
}

function judge({ execution = {}, failures = [], entries = [], ...facts }: Case) {
  return judgeGate({
    execution: { ...PASSED, failures: failures.length, ...execution },
    failures: failures.map(failureOf),
    entries: entries.map(entryOf),
    isBehind: false,
    retryAt: null,
    excusesKnownFlakes: false,
    blocksOnlyNew: false,
    isAnalysisDue: false,
    now: NOW,
    ...facts,
  });
}

/** The verdict, or why it is undecided, and what is excused by which entry. */
function summaryOf(wanted: Case): string {
  const { verdict, undecided, excused, neverExcused } = judge(wanted);
  const by = excused.map(({ failure, entry }) => `${failure.text} by ${entry?.text ?? 'verdict'}`);
  return [undecided?.reason ?? verdict, ...by, ...neverExcused.map(({ kind }) => kind)].join('; ');
}

describe('the verdict', () => {
  it.each<[string, Case, string]>([
    ['nothing failed', {}, 'pass'],
    ['a failure', { failures: ['a:x'] }, 'fail'],
    ['a covered failure', { failures: ['a:x'], entries: ['a:x'] }, 'pass; a:x by a:x'],
    ['one of two covered', { failures: ['a:x', 'b:x'], entries: ['a:x'] }, 'fail; a:x by a:x'],
    ['another fingerprint', { failures: ['a:y'], entries: ['a:x'] }, 'fail'],
    ['the fingerprint of another test', { failures: ['b:x'], entries: ['a:x'] }, 'fail'],
    ['any fingerprint', { failures: ['a:y'], entries: ['a:any'] }, 'pass; a:y by a:any'],
    [
      'two entries of a test',
      { failures: ['a:x', 'a:y'], entries: ['a:x', 'a:y,z'] },
      'pass; a:x by a:x; a:y by a:y,z',
    ],
    [
      'two results of a test, one of them covered',
      { failures: ['a:x', 'a:y'], entries: ['a:x'] },
      'fail; a:x by a:x',
    ],
    ['a second error', { failures: ['a:x+y'], entries: ['a:x'] }, 'fail'],
    ['a second error in the other order', { failures: ['a:y+x'], entries: ['a:x'] }, 'fail'],
    ['two covered errors', { failures: ['a:y+x'], entries: ['a:x,y'] }, 'pass; a:y+x by a:x,y'],
    [
      'two errors, each covered by another entry',
      { failures: ['a:x+y'], entries: ['a:x', 'a:y'] },
      'fail',
    ],
    ['any of two errors', { failures: ['a:y+x'], entries: ['a:any'] }, 'pass; a:y+x by a:any'],
    ['an entry that ends now', { failures: ['a:x'], entries: ['a:x:0'] }, 'fail'],
    ['failures that were not given', { execution: { failures: 3 } }, 'fail'],
    [
      'a surely known flake',
      { failures: ['a:x:0.9'], excusesKnownFlakes: true },
      'pass; a:x:0.9 by verdict',
    ],
    ['a likely known flake', { failures: ['a:x:0.89'], excusesKnownFlakes: true }, 'fail'],
    ['known flakes that are not excused', { failures: ['a:x:1'] }, 'fail'],
    [
      'an entry before a verdict',
      { failures: ['a:x:1'], entries: ['a:x'], excusesKnownFlakes: true },
      'pass; a:x:1 by a:x',
    ],
    ['a run error', { execution: { runErrors: ['Error'] } }, 'fail; run-error'],
    ['more run errors', { execution: { moreRunErrors: 2 } }, 'fail; run-error'],
    [
      'a broken file',
      { execution: { brokenFiles: [{ file: 'a.test.ts', message: null }] } },
      'fail; file-error',
    ],
    ['broken files without names', { execution: { hasMoreBrokenFiles: true } }, 'fail; file-error'],
    ['a coverage threshold', { execution: { unexplained: [UNKNOWN] } }, 'fail; run-error'],
    ['nothing that ran', { execution: { ran: 0, lacksTestsOfBase: true } }, 'fail; run-error'],
    ['an empty re-run', { execution: { unrepeated: [UNKNOWN] } }, 'fail; run-error'],
    ['an interruption', { execution: { isInterrupted: true } }, 'fail; interrupted'],
    ['a bailed run', { execution: { isBailed: true } }, 'fail; interrupted'],
    [
      'missing parts, which interrupted it',
      { execution: { isInterrupted: true, missingShards: 1, expectedShards: 4 } },
      'fail; missing-shards',
    ],
    [
      'a mass failure, although everything is covered',
      { execution: { ran: 20, failures: 4 }, failures: Array(4).fill('a:x'), entries: ['a:x'] },
      'fail; a:x by a:x; a:x by a:x; a:x by a:x; a:x by a:x; mass-failure',
    ],
    [
      'fewer than 20 tests',
      { execution: { ran: 1, failures: 1 }, failures: ['a:x'], entries: ['a:x'] },
      'pass; a:x by a:x',
    ],
    [
      'fewer than 20 %',
      { execution: { ran: 6, failures: 1 }, failures: ['a:x'], entries: ['a:x'] },
      'pass; a:x by a:x',
    ],
    ['a running one', { execution: { isRunning: true, missingShards: 1 } }, 'running'],
    [
      'a running one with a failure',
      { execution: { isRunning: true, missingShards: 1 }, failures: ['a:x'] },
      'running',
    ],
    [
      'missing parts',
      { execution: { isRunning: true, missingShards: 1, expectedShards: 4 } },
      'missing-shards',
    ],
    ['roll-ups behind', { isBehind: true }, 'roll-ups'],
    ['roll-ups behind a failure', { isBehind: true, failures: ['a:x'] }, 'roll-ups'],
    [
      'an analysis that may excuse it',
      { failures: ['a:x'], excusesKnownFlakes: true, isAnalysisDue: true },
      'analysis',
    ],
    ['an analysis that nobody asks', { failures: ['a:x'], isAnalysisDue: true }, 'fail'],
    [
      'an analysis that cannot help',
      {
        failures: ['a:x'],
        execution: { failures: 1, isBailed: true },
        excusesKnownFlakes: true,
        isAnalysisDue: true,
      },
      'fail; interrupted',
    ],
    [
      'an analysis that is not needed',
      { failures: ['a:x'], entries: ['a:x'], excusesKnownFlakes: true, isAnalysisDue: true },
      'pass; a:x by a:x',
    ],
  ])('of %s', (_, facts, expected) => {
    expect(summaryOf(facts)).toBe(expected);
  });
});

it('counts every failure as excused or blocking, and everything else that blocks', () => {
  const { counts } = judge({
    execution: { failures: 5, runErrors: ['Error'] },
    failures: ['a:x', 'b:x'],
    entries: ['a:x'],
  });
  expect(counts).toEqual({ failures: 5, excused: 1, blocking: 5 });
});

it('names the entry of a test whose failure has another fingerprint', () => {
  const { unexcused } = judge({ failures: ['a:y', 'b:y'], entries: ['a:x'] });
  expect(unexcused.map(({ entry }) => entry?.text)).toEqual(['a:x', undefined]);
});

it('lists the entries that excused something and end within three days, the next first', () => {
  const { expiring } = judge({
    failures: ['a:x', 'a:x', 'b:x', 'c:x'],
    entries: ['a:x:3', 'b:x:1', 'c:x:3.01', 'd:x:1'],
  });
  expect(expiring.map(({ text }) => text)).toEqual(['b:x:1', 'a:x:3']);
});

it('counts no failure of the base for a mass failure, if only new ones block', () => {
  const failures = Array.from({ length: 30 }, (_, at) => `${at}:x:base`);
  const facts = { execution: { ran: 100 }, blocksOnlyNew: true };
  expect(judge({ ...facts, failures })).toMatchObject({
    verdict: 'pass',
    counts: { failures: 30, excused: 30, blocking: 0 },
  });
  const broken = [...failures, ...Array.from({ length: 20 }, (_, at) => `new ${at}:x`)];
  expect(judge({ ...facts, failures: broken })).toMatchObject({
    verdict: 'fail',
    counts: { blocking: 21 },
    neverExcused: [
      {
        why: '20 of 100 tests failed that did not fail in the base: from 20 %, excused failures block too.',
      },
    ],
  });
  expect(
    summaryOf({
      failures: ['a:x:base'],
      execution: { unexplained: [UNKNOWN] },
      blocksOnlyNew: true,
    }),
  ).toBe('fail; a:x:base by verdict; run-error');
});

it('says why in sentences', () => {
  const { neverExcused } = judge({
    execution: {
      ran: 100,
      failures: 20,
      runErrors: ['Error: no database'],
      moreRunErrors: 7,
      brokenFiles: [{ file: 'tax.test.ts', message: 'SyntaxError: 1' }],
      hasMoreBrokenFiles: true,
      isBailed: true,
      isInterrupted: true,
      unexplained: [UNKNOWN],
    },
  });
  expect(neverExcused.map(({ why }) => why)).toEqual([
    'The run failed outside of tests: Error: no database',
    'tax.test.ts failed outside of its tests: SyntaxError: 1',
    'The run failed outside of tests with 7 more errors.',
    'More test files failed outside of their tests.',
    'vitest reported a failure although no test failed, such as a coverage threshold or an obsolete snapshot. The log of its job has the reason.',
    'The run was interrupted, so tests may not have run.',
    'The run stopped after its first failures, so tests did not run.',
    '20 of 100 tests failed: from 20 %, excused failures block too.',
  ]);
});

const whyOf = (execution: Partial<ExecutionFacts>) => judge({ execution }).neverExcused[0]?.why;

it.each<[string, readonly PartPlace[]]>([
  ['', [UNKNOWN, UNKNOWN]],
  [' (unit)', [{ ...UNKNOWN, job: 'unit' }]],
  [
    ' (unit, node 24, shard 2 of 4)',
    [{ job: 'unit', leg: 'node 24', shard: { index: 2, total: 4 } }],
  ],
  [' (a b)', [{ ...UNKNOWN, job: 'a\n\nb' }]],
])('names the job in whose log the reason is:%s', (names, places) => {
  expect([whyOf({ unexplained: places }), whyOf({ unrepeated: places })]).toEqual([
    expect.stringContaining(`The log of its job${names} has the reason.`),
    expect.stringContaining(`A part${names} failed in an earlier attempt`),
  ]);
});

it.each<[string, readonly PartPlace[]]>([
  [
    ' (shard 1 of 2; node 24)',
    [
      { ...UNKNOWN, shard: { index: 1, total: 2 } },
      { ...UNKNOWN, leg: 'node 24' },
    ],
  ],
  [' (unit; 1 more)', [UNKNOWN, { ...UNKNOWN, job: 'unit' }]],
  [' (a; b; c; 2 more)', ['a', 'a', 'b', 'c', 'd', 'e'].map((job) => ({ ...UNKNOWN, job }))],
])('names the jobs in whose logs the reason is:%s', (names, places) => {
  expect([whyOf({ unexplained: places }), whyOf({ unrepeated: places })]).toEqual([
    expect.stringContaining(`The logs of its jobs${names} have the reason.`),
    expect.stringMatching(/^Parts.* Run them again with all tests\.$/),
  ]);
});

/** The definition, word by word. */
function isExcused(
  text: string,
  {
    entries,
    excusesKnownFlakes,
    blocksOnlyNew,
  }: Required<Pick<Case, 'entries' | 'excusesKnownFlakes' | 'blocksOnlyNew'>>,
) {
  const { testId, fingerprint, further, knownFlake, onBase } = failureOf(text);
  const covered = entries.some((one) => {
    const [ofTest, fingerprints = '', days] = one.split(':');
    const names = fingerprints.split(',');
    return (
      ofTest === testId &&
      Number(days) > 0 &&
      (fingerprints === 'any' || [fingerprint, ...further].every((one) => names.includes(one)))
    );
  });
  return covered || (excusesKnownFlakes && (knownFlake ?? 0) >= 0.9) || (blocksOnlyNew && onBase);
}

describe('for any failures and entries', () => {
  const letter = fc.constantFrom('a', 'b', 'c');
  const failure = fc
    .tuple(
      letter,
      letter,
      fc.constantFrom('', '+b', '+a+c'),
      fc.constantFrom('', ':0.5', ':0.95', ':base'),
    )
    .map(([test, fingerprint, further, flake]) => `${test}:${fingerprint}${further}${flake}`);
  const entry = fc
    .tuple(letter, fc.constantFrom('any', 'a', 'b', 'a,c'), fc.constantFrom('-1', '1', '9'))
    .map((parts) => parts.join(':'));
  const anyCase = fc.record({
    failures: fc.array(failure, { maxLength: 8 }),
    entries: fc.array(entry, { maxLength: 5 }),
    excusesKnownFlakes: fc.boolean(),
    blocksOnlyNew: fc.boolean(),
  });

  it('excuses exactly what the definition says', () => {
    fc.assert(
      fc.property(anyCase, (facts) => {
        const { verdict, excused, unexcused } = judge(facts);
        expect(excused.map(({ failure }) => failure.text)).toEqual(
          facts.failures.filter((text) => isExcused(text, facts)),
        );
        expect(unexcused.map(({ failure }) => failure.text)).toEqual(
          facts.failures.filter((text) => !isExcused(text, facts)),
        );
        expect(verdict).toBe(unexcused.length > 0 ? 'fail' : 'pass');
      }),
    );
  });
});
