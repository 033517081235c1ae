import { BASE_CHOICES, type ComparedTest, type Comparison } from '@svc/contract/executions/compare';
import { describe, expect, it } from 'vitest';
import {
  formatBaseChoice,
  describeMachine,
  describeMissing,
  describeUnchanged,
} from './compare-sentence.ts';
import { groupNotRunFiles } from './not-run-files.ts';

it('says which base was wanted, and that it is missing', () => {
  const head = { git: { baseCommit: 'c0ffee1'.padEnd(40, '0') } };
  const base = { git: { branch: 'main' } };
  const words = BASE_CHOICES.map((baseChoice) => [
    baseChoice,
    formatBaseChoice({ baseChoice, base, head }),
  ]);
  expect(Object.fromEntries(words)).toEqual({
    named: '',
    newest: '',
    'base-commit': ', at the commit that the head started from',
    'base-commit-missing':
      ', the newest before the head. This suite has no earlier whole CI run of main at the base commit c0ffee1',
    'after-head':
      ', which began after the head: main has no earlier whole CI run. What broke or was fixed on main since then counts as a change',
  });
});

it('says that all tests have the same outcome', () => {
  expect([0, 1, 1_200].map(describeUnchanged)).toEqual([
    'Neither the base nor the head has tests',
    'The only test has the same outcome as in the base',
    'All 1,200 tests have the same outcome as in the base',
  ]);
});

const NOTHING: Comparison['summary'] = {
  baseTests: 9,
  regressions: 0,
  improvements: 0,
  stillFailing: 0,
  otherErrors: 0,
  newTests: 0,
  newFailing: 0,
  removedTests: 0,
  notRun: 0,
  brokenFiles: 0,
  newlyFlaky: 0,
  slower: 0,
  faster: 0,
  machineFactor: null,
  durationDeltaMs: 0,
  durationDeltaRate: 0,
  errorsOmitted: 0,
};

function test(facts: Partial<ComparedTest> = {}): ComparedTest {
  const side = { resultId: 'r', status: 'passed' as const, flaky: false, durationMs: 5 };
  return {
    testId: 't',
    title: 'adds up',
    titlePath: ['cart', 'adds up'],
    file: 'src/cart.test.ts',
    line: 8,
    classification: null,
    variant: null,
    owner: null,
    base: side,
    head: { ...side, status: 'failed' },
    baseFrom: null,
    error: null,
    fingerprint: null,
    retries: 0,
    ...facts,
  };
}

describe('the sentence of a comparison', () => {
  it('says what is missing', () => {
    expect(
      describeMissing({ ...NOTHING, notRun: 14, errorsOmitted: 1 }, { partial: ['filter'] }),
    ).toBe('14 tests did not run. 1 error is not shown, because the page would be too long.');
    expect(describeMissing({ ...NOTHING, notRun: 14 }, { partial: [] })).toBe('');
  });

  it.each([
    [
      1.3,
      2,
      0,
      [
        'The head’s machine was 1.3 times slower',
        'The list has only tests that got slower by more than that.',
      ],
    ],
    [
      0.5,
      0,
      1,
      [
        'The head’s machine was 2.0 times faster',
        'The list has only tests that got faster by more than that.',
      ],
    ],
    [
      1.11,
      3,
      1,
      [
        'The head’s machine was 1.1 times slower',
        'The list has only tests that changed by more than that.',
      ],
    ],
    [2, 0, 0, ['The head’s machine was 2.0 times slower', 'No test changed more than that.']],
    [1.1, 3, 1, null],
    [0.9, 3, 1, null],
    [null, 3, 1, null],
  ])(
    'says of a machine with the factor %s, %d slower and %d faster tests: %j',
    (machineFactor, slower, faster, expected) => {
      const words = describeMachine({ machineFactor, slower, faster });
      expect(words && [words.machine, words.tests]).toEqual(expected);
    },
  );
});

it('groups tests that did not run by file and reason', () => {
  expect(
    groupNotRunFiles([
      { ...test({ file: 'a' }), reason: 'partial' },
      { ...test({ file: 'b' }), reason: 'file' },
      { ...test({ file: 'b' }), reason: 'file' },
    ]),
  ).toEqual([
    { file: 'b', reason: 'file', tests: 2 },
    { file: 'a', reason: 'partial', tests: 1 },
  ]);
});
