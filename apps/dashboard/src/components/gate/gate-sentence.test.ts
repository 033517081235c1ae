import type { BlockingItem, ExcusedFailure, Gate } from '@svc/contract/gate/gate';
import { expect, it } from 'vitest';
import { blockingListWords, excusedListWords, gateSentence } from './gate-sentence.ts';

function said(
  verdict: Gate['verdict'],
  [failures, excused, blocking]: [number, number, number],
  by: ExcusedFailure['by'][] = [],
  blockingOnBase: number | null = null,
): string {
  return gateSentence({
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
    said('pass', [0, 0, 0]),
    said('pass', [1, 1, 0], ['quarantine']),
    said('pass', [2, 2, 0], ['quarantine', 'quarantine']),
    said('pass', [1, 1, 0], ['known-flake']),
    said('pass', [2, 2, 0], ['known-flake', 'known-flake']),
    said('pass', [2, 2, 0], ['known-flake', 'quarantine']),
  ]).toEqual([
    'Nothing blocks the merge.',
    '1 failure is excused by quarantine. Nothing else blocks the merge.',
    '2 failures are excused by quarantine. Nothing else blocks the merge.',
    '1 failure is excused as a known flake. Nothing else blocks the merge.',
    '2 failures are excused as known flakes. Nothing else blocks the merge.',
    '2 failures are excused. Nothing else blocks the merge.',
  ]);
});

it('says why the gate fails or waits', () => {
  expect([
    said('fail', [1, 0, 1]),
    said('fail', [3, 1, 2], ['quarantine']),
    said('fail', [3, 2, 1], ['quarantine', 'quarantine']),
    said('undecided', [1, 0, 1]),
  ]).toEqual([
    '1 failure blocks the merge.',
    '2 failures block the merge. 1 failure is excused.',
    '1 failure blocks the merge. 2 failures are excused.',
    'It is running.',
  ]);
});

it('says how much of what blocks is in the base, too', () => {
  expect([
    said('fail', [16, 0, 16], [], 15),
    said('fail', [2, 0, 2], [], 2),
    said('fail', [1, 0, 1], [], 1),
    said('fail', [2, 1, 1], ['quarantine'], 0),
  ]).toEqual([
    '16 failures block the merge: 1 new failure, and 15 that also failed in #40 of main.',
    '2 failures block the merge. All of them also failed in #40 of main.',
    '1 failure blocks the merge. It also failed in #40 of main.',
    '1 failure blocks the merge. It has not failed in #40 of main. 1 failure is excused.',
  ]);
});

it('says how much of a long list was sent, and whether all of it are failures', () => {
  const failure = { kind: 'failure' } as BlockingItem;
  const counts = { failures: 2, excused: 1_240, blocking: 2, blockingOnBase: 0 };
  const fileError = { kind: 'file-error' } as BlockingItem;
  expect([
    blockingListWords({ counts, blocking: [failure, failure] }),
    blockingListWords({ counts, blocking: [failure, fileError] }),
    blockingListWords({ counts, blocking: [{ kind: 'mass-failure' } as BlockingItem, failure] }),
    excusedListWords({ counts, excused: [{} as ExcusedFailure] }),
  ]).toEqual(['2 failures', '2 problems', '1 failure', '1,240 failures, the first 1 listed']);
});
