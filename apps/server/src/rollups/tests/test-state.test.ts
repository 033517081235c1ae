import { expect, it } from 'vitest';
import type { TestHistory } from './test-histories.ts';
import { testStateRow } from './test-state.ts';

/** One run per millisecond from `from` on: `.` passed, `r` passed on retry. */
function history(letters: string, facts: Partial<TestHistory> & { from: number }): TestHistory {
  const { from, ...others } = facts;
  const runs = letters.split('').map((letter, index): TestHistory['runs'][number] => ({
    at: from + index,
    executionId: String(from + index),
    number: from + index,
    commit: String(from + index),
    outcome: 'passed',
    failed: false,
    evidence: letter === 'r' ? 'retry' : null,
    durationMs: 1,
    results: 1,
    onDefaultBranch: true,
    infrastructure: false,
    judges: true,
    speaksFor: 'main',
  }));
  return { testId: 't', projectId: 'p', runs, isWhole: true, evidenceAfter: null, ...others };
}

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

it('keeps evidence ruled out when retention has deleted the runs that explain why', () => {
  const row = testStateRow(history('...r', { from: 1_000, evidenceAfter: 500 }));
  expect(row).toMatchObject({ evidenceAfter: at(500), state: 'suspected', runsFrom: null });
});

it('decides again which evidence counts when all runs are available', () => {
  const row = testStateRow(history('r..r', { from: 1_000, evidenceAfter: 1_000 }));
  expect(row).toMatchObject({ evidenceAfter: null, state: 'flaky' });
});
