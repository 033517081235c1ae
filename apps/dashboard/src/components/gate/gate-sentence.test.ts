import type { ExcusedFailure, Gate } from '@svc/contract/gate/gate';
import { expect, it } from 'vitest';
import { gateSentence, listedWords } from './gate-sentence.ts';

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
    'Nothing blocks.',
    'The failure is excused by quarantine, and nothing else blocks.',
    'All 2 failures are excused by quarantine, and nothing else blocks.',
    'The failure is excused as a known flake, and nothing else blocks.',
    'All 2 failures are excused as known flakes, and nothing else blocks.',
    'All 2 failures are excused, and nothing else blocks.',
  ]);
});

it('says why the gate fails or waits', () => {
  expect([
    said('fail', [1, 0, 1]),
    said('fail', [3, 1, 2], ['quarantine']),
    said('fail', [3, 2, 1], ['quarantine', 'quarantine']),
    said('undecided', [1, 0, 1]),
  ]).toEqual([
    '1 item blocks.',
    '2 items block; 1 failure is excused.',
    '1 item blocks; 2 failures are excused.',
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
    '16 items block: 1 new failure, and 15 that failed in #40 of the base, too.',
    '2 items block, all of them failed in #40 of the base, too.',
    '1 item blocks, and failed in #40 of the base, too.',
    '1 item blocks, and none failed in #40 of the base; 1 failure is excused.',
  ]);
});

it('says how much of a long list was sent', () => {
  expect([listedWords(2, 2), listedWords(1_240, 1_000)]).toEqual([
    '2 items',
    '1,240 items, the first 1,000 listed',
  ]);
});
