import type { Outcome } from '@svc/contract/executions/outcomes';
import { expect, it } from 'vitest';
import { describeHistory, formatSince } from './history-sentence.ts';

const OF: Record<string, Outcome> = {
  p: 'passed',
  f: 'failed',
  t: 'timedOut',
  F: 'flaky',
  s: 'skipped',
  i: 'interrupted',
};

it.each([
  ['', 'No other run of this test is known.'],
  ['si', 'No other run of this test is known.'],
  ['f', 'Failed in its only run.'],
  ['p', 'Passed in its only run.'],
  ['pppp', 'Passed in all 4 runs.'],
  ['ftf', 'Failed in all 3 runs.'],
  ['ppspfft', 'Passed 3 times, then failed 3 in a row.'],
  ['pf', 'Passed once, then failed once.'],
  ['pFpff', 'Passed 3 times, then failed 2 in a row; 1 of the passes was flaky.'],
  ['pfpff', 'Failed 2 in a row, and in 1 of the 3 runs before.'],
  ['FF', 'Passed 2 times, flaky each time.'],
  ['ppFpp', 'Passed 5 times, 1 of them flaky.'],
  ['pffpp', 'Failed in 2 of 5 runs, passed the last 2.'],
  ['fp', 'Failed in 1 of 2 runs, passed the last one.'],
])('of %s is "%s"', (letters, sentence) => {
  expect(describeHistory(letters.split('').map((letter) => OF[letter] ?? 'passed'))).toBe(sentence);
});

it.each([
  ['failing', 'fix', false, 'First bad'],
  ['flaky', 'fix', false, 'Flaky since'],
  ['failing', null, false, 'First bad'],
  ['failing', 'main', false, 'Also fails on main, since'],
  ['failing', 'main', true, 'Also failed on main, since'],
  ['flaky', 'main', false, 'Also flaky on main, since'],
] as const)('%s on %s, passing again %s: %s', (kind, branch, passes, words) => {
  const at = '2026-11-20T00:00:00Z';
  const goodAgain = passes ? { executionId: 'x', commit: null, at } : null;
  expect(formatSince({ kind, branch, goodAgain, isAtLeast: false }, 'fix')).toBe(words);
  // A local execution may report no branch.
  expect(formatSince({ kind, branch, goodAgain, isAtLeast: false }, undefined)).toMatch(
    /^(First bad|Flaky since)$/,
  );
});

it.each([
  ['failing', 'main', 'Already in'],
  ['flaky', 'main', 'Flaky already in'],
  ['failing', 'next', 'Also fails on next, already in'],
] as const)('%s on %s from the oldest known run on: %s', (kind, branch, words) => {
  expect(formatSince({ kind, branch, goodAgain: null, isAtLeast: true }, 'main')).toBe(words);
});
