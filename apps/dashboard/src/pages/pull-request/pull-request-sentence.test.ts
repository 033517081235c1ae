import type { BlockingItem } from '@svc/contract/gate/gate';
import { expect, it } from 'vitest';
import { describePullRequest, formatOmittedSuites } from './pull-request-sentence.ts';

const MAIN = { executionId: '1', number: 40, branch: 'main' };

interface SuiteFacts {
  base?: typeof MAIN | null;
  isOutdated?: boolean;
  /** What blocks and is no failure of a test. */
  kinds?: readonly BlockingItem['kind'][];
}

function suite(
  verdict: 'pass' | 'fail' | 'undecided',
  [blocking, blockingOnBase, excused]: [number, number, number] = [0, 0, 0],
  { base = MAIN, isOutdated = false, kinds = [] }: SuiteFacts = {},
) {
  const items = kinds.map((kind) => ({ kind }) as BlockingItem);
  const failures = blocking - items.length + excused;
  const counts = { failures, blocking, blockingOnBase, excused };
  return {
    isOutdated,
    gate: { verdict, counts, base, undecided: null, blocking: items, excused: [] },
  };
}

const OUTDATED = { isOutdated: true };
const MASS = { kinds: ['mass-failure'] } as const;
const SHARDS = { kinds: ['missing-shards'] } as const;

it.each([
  ['fail', [suite('fail', [1, 0, 0])], 'fails the gate: 1 failure that main does not have'],
  ['fail', [suite('fail', [1, 1, 0])], 'fails the gate: 1 failure that main has, too'],
  ['fail', [suite('fail', [15, 15, 0])], 'fails the gate: 15 failures that main has, too'],
  [
    'fail',
    [suite('fail', [15, 14, 2]), suite('fail', [1, 1, 0]), suite('pass')],
    'fails the gate: 1 new failure, and 15 that main has, too',
  ],
  ['fail', [suite('fail', [3, 0, 0], { base: null })], 'fails the gate: 3 failures'],
  ['fail', [suite('fail', [16, 15, 0], MASS)], 'fails the gate: 15 failures that main has, too'],
  ['fail', [suite('fail', [1, 0, 30], MASS)], 'fails the gate: 1 problem'],
  ['fail', [suite('fail', [1, 0, 0], SHARDS)], 'fails the gate: 1 problem'],
  [
    'fail',
    [suite('fail', [4, 2, 0], SHARDS), suite('fail', [1, 0, 0], SHARDS)],
    'fails the gate: 1 new failure, 2 that main has, too, and 2 other problems',
  ],
  // What fails at an older commit is not counted.
  [
    'fail',
    [suite('fail', [2, 1, 0]), suite('fail', [9, 9, 0], OUTDATED)],
    'fails the gate: 1 new failure, and 1 that main has, too',
  ],
  [
    'undecided',
    [suite('pass', [0, 0, 0], OUTDATED), suite('pass')],
    'is undecided: 1 of 2 suites has no answer at 1a2b3c4 yet',
  ],
  ['undecided', [suite('undecided')], 'is undecided: 1 of 1 suite has no answer at 1a2b3c4 yet'],
  ['pass', [suite('pass')], 'passes the gate: 1 suite at 1a2b3c4'],
  [
    'pass',
    [suite('pass', [0, 0, 2]), suite('pass')],
    'passes the gate: 2 suites at 1a2b3c4, 2 failures excused',
  ],
] as const)('says of a verdict %s', (verdict, suites, words) => {
  const answer = { number: 112, verdict, commit: '1a2b3c4d5e6f', suites, suitesOmitted: 0 };
  expect(describePullRequest(answer)).toBe(`PR 112 ${words}`);
});

it('counts the suites that are not judged', () => {
  const answer = { number: 7, verdict: 'undecided', commit: null, suitesOmitted: 3 } as const;
  expect(describePullRequest({ ...answer, suites: [suite('pass')] })).toBe(
    'PR 7 is undecided: 3 of 4 suites have no answer yet',
  );
});

it.each([
  [1, '1 further suite is not judged here.'],
  [2, '2 further suites are not judged here.'],
])('says that %i suites are left out', (count, words) => {
  expect(formatOmittedSuites(count)).toBe(words);
});
