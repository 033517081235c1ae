import type { BlockingItem, ExcusedFailure, Gate } from '@svc/contract/gate/gate';
import { expect, it } from 'vitest';
import { formatBlockingList, formatExcusedList, describeGate } from './gate-sentence.ts';

function describeCase(
  verdict: Gate['verdict'],
  [failures, excused, blocking]: [number, number, number],
  by: ExcusedFailure['by'][] = [],
  blockingOnBase: number | null = null,
): string {
  return describeGate({
    verdict,
    undecided: verdict === 'undecided' ? { reason: 'running', why: 'It is running.' } : null,
    blocking: [],
    counts: { failures, excused, blocking, blockingOnBase: blockingOnBase ?? 0 },
    base: blockingOnBase === null ? null : { executionId: 'base', number: 40, branch: 'main' },
    excused: by.map((one) => ({ by: one }) as ExcusedFailure),
  });
}

it('says why the gate passes', () => {
  expect([
    describeCase('pass', [0, 0, 0]),
    describeCase('pass', [1, 1, 0], ['quarantine']),
    describeCase('pass', [2, 2, 0], ['quarantine', 'quarantine']),
    describeCase('pass', [1, 1, 0], ['known-flake']),
    describeCase('pass', [2, 2, 0], ['known-flake', 'known-flake']),
    describeCase('pass', [2, 2, 0], ['known-flake', 'quarantine']),
  ]).toEqual([
    'Nothing blocks.',
    '1 failure is excused by quarantine. Nothing else blocks.',
    '2 failures are excused by quarantine. Nothing else blocks.',
    '1 failure is excused as a known flake. Nothing else blocks.',
    '2 failures are excused as known flakes. Nothing else blocks.',
    '2 failures are excused. Nothing else blocks.',
  ]);
});

it('says why the gate fails or waits', () => {
  expect([
    describeCase('fail', [1, 0, 1]),
    describeCase('fail', [3, 1, 2], ['quarantine']),
    describeCase('fail', [3, 2, 1], ['quarantine', 'quarantine']),
    describeCase('undecided', [1, 0, 1]),
  ]).toEqual([
    '1 failure blocks.',
    '2 failures block. 1 failure is excused.',
    '1 failure blocks. 2 failures are excused.',
    'It is running.',
  ]);
});

it('says how much of what blocks is in the base, too', () => {
  expect([
    describeCase('fail', [16, 0, 16], [], 15),
    describeCase('fail', [2, 0, 2], [], 2),
    describeCase('fail', [1, 0, 1], [], 1),
    describeCase('fail', [2, 1, 1], ['quarantine'], 0),
  ]).toEqual([
    '16 failures block: 1 new failure, and 15 that also failed in #40 of main.',
    '2 failures block. All of them also failed in #40 of main.',
    '1 failure blocks. It also failed in #40 of main.',
    '1 failure blocks. It did not fail in #40 of main. 1 failure is excused.',
  ]);
});

it.each([
  [
    'a mass failure of excused failures',
    [30, 30, 1, 0],
    ['mass-failure'],
    '1 problem blocks. 30 failures are excused.',
  ],
  [
    'a mass failure of failures that block',
    [15, 0, 16, 15],
    ['mass-failure'],
    '15 failures block. All of them also failed in #40 of main.',
  ],
  ['a missing shard', [0, 0, 1, 0], ['missing-shards'], '1 problem blocks.'],
  [
    'a missing shard next to failures',
    [3, 0, 4, 2],
    ['missing-shards'],
    '4 problems block: 1 new failure, 2 that also failed in #40 of main, and 1 other problem.',
  ],
  [
    'a missing shard next to known failures',
    [2, 0, 3, 2],
    ['missing-shards'],
    '3 problems block: 2 failures that also failed in #40 of main, and 1 other problem.',
  ],
  [
    'a missing shard next to new failures',
    [2, 0, 3, 0],
    ['missing-shards'],
    '3 problems block: 2 new failures, and 1 other problem.',
  ],
] as const)('names %s', (_, [failures, excused, blocking, blockingOnBase], kinds, sentence) => {
  const answer: Parameters<typeof describeGate>[0] = {
    verdict: 'fail',
    undecided: null,
    blocking: kinds.map((kind) => ({ kind }) as BlockingItem),
    counts: { failures, excused, blocking, blockingOnBase },
    base: { executionId: 'base', number: 40, branch: 'main' },
    excused: [],
  };
  expect(describeGate(answer)).toBe(sentence);
});

it('says how much of a long list was sent, and whether all of it are failures', () => {
  const failure = { kind: 'failure' } as BlockingItem;
  const counts = { failures: 2, excused: 1_240, blocking: 2, blockingOnBase: 0 };
  const fileError = { kind: 'file-error' } as BlockingItem;
  expect([
    formatBlockingList({ counts, blocking: [failure, failure] }),
    formatBlockingList({ counts, blocking: [failure, fileError] }),
    formatBlockingList({ counts, blocking: [{ kind: 'mass-failure' } as BlockingItem, failure] }),
    formatExcusedList({ counts, excused: [{} as ExcusedFailure] }),
  ]).toEqual(['2 failures', '2 problems', '1 failure', '1,240 failures, the first 1 listed']);
});
