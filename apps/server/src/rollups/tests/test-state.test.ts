import { expect, it } from 'vitest';
import type { TestHistory } from './test-histories.ts';
import { buildTestStateRow } from './test-state.ts';

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
  return {
    testId: 't',
    projectId: 'p',
    runs,
    isWhole: true,
    quiet: null,
    forgottenUntil: null,
    ...others,
  };
}

const at = (milliseconds: number) => new Date(milliseconds).toISOString();
const quiet = '.'.repeat(250);

it('counts all evidence of a history that is whole', () => {
  const row = buildTestStateRow(history(`r.${quiet}r`, { from: 1_000 }));
  expect(row).toMatchObject({ evidenceAfter: null, runsFrom: null, watched: true });
});

it('counts no evidence before quiet runs that end it', () => {
  const ended = { isWhole: false, quiet: { from: 1, evidenceAt: 1_000 } };
  const row = buildTestStateRow(history(`r${quiet}r`, { from: 1_000, ...ended }));
  expect(row).toMatchObject({ evidenceAfter: at(1_000), state: 'suspected', watched: true });
});

it('counts the evidence before quiet runs of a test that is seldom flaky', () => {
  const row = buildTestStateRow(history(`r${quiet}r`, { from: 1_000, isWhole: false }));
  expect(row).toMatchObject({ evidenceAfter: null, state: 'suspected' });
});

it('counts no evidence that was forgotten because of runs that retention deleted', () => {
  const row = buildTestStateRow(history('r..r', { from: 1_000, forgottenUntil: 1_000 }));
  expect(row).toMatchObject({ evidenceAfter: at(1_000), state: 'suspected' });
});

it('stores no runs of a test that has been quiet for 250 runs of a long history', () => {
  const ended = { isWhole: false, quiet: { from: 1, evidenceAt: 1_000 } };
  const row = buildTestStateRow(history(`r${quiet}`, { from: 1_000, ...ended }));
  expect(row).toMatchObject({
    state: 'healthy',
    evidenceAfter: at(1_000),
    watched: false,
    runsFrom: null,
    runs: Buffer.alloc(0),
  });
});
