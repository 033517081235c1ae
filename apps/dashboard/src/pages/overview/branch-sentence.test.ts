import type { Branch, BranchOutcome } from '@svc/contract/executions/branches';
import type { Execution } from '@svc/contract/executions/executions';
import { describe, expect, it } from 'vitest';
import { describeBranch, formatSuite } from './branch-sentence.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

/** Runs one hour apart, the newest one hour ago: `.` passed, `f` failed, `i` interrupted. */
function runs(letters: string): BranchOutcome[] {
  return letters.split('').map((letter, index) => ({
    executionId: `e${index}`,
    number: index + 1,
    status: letter === 'f' ? 'failed' : letter === 'i' ? 'interrupted' : 'passed',
    failed: 0,
    flaky: 0,
    commit: `c${index}`,
    startedAt: new Date(NOW.getTime() - (letters.length - index) * 3_600_000).toISOString(),
  }));
}

function newest(status: Execution['status'], totals: Partial<Execution['totals']> = {}): Execution {
  const none = { passed: 0, failed: 0, timedOut: 0, skipped: 0, flaky: 0, interrupted: 0 };
  const totalsOfAll = { tests: 612, ...none, ...totals };
  return { status, totals: totalsOfAll, git: {}, partial: [] as string[] } as unknown as Execution;
}

const sentence = (letters: string, execution: Execution) =>
  describeBranch({ branch: 'main', execution, recent: runs(letters) }, NOW);

describe('the sentence on a branch', () => {
  it('names how long it has been failing, the first bad run and the last good one', () => {
    const { status, title, result, firstBad, lastGood } = sentence(
      '..ff',
      newest('failed', { failed: 3, timedOut: 1 }),
    );
    expect([status, title, result]).toEqual([
      'failed',
      'main has been failing for 2 h',
      '4 of 612 tests failed',
    ]);
    expect([firstBad?.number, lastGood?.number]).toEqual([3, 2]);
  });

  it('does not let an interrupted run end a streak', () => {
    expect(sentence('.fif', newest('failed')).title).toBe('main has been failing for 3 h');
  });

  it('begins a streak with a run that failed, and names no interrupted one as bad or good', () => {
    const { title, firstBad, lastGood } = sentence('.iff', newest('failed'));
    expect([title, firstBad?.number, lastGood?.number]).toEqual([
      'main has been failing for 2 h',
      3,
      1,
    ]);
  });

  it('says at least where every known run failed', () => {
    const { title, lastGood } = sentence('fff', newest('failed', { failed: 1 }));
    expect([title, lastGood]).toEqual(['main has been failing for at least 3 h', null]);
  });

  it('says since when it has been passing, with what was flaky', () => {
    const { title, result } = sentence('f...', newest('passed', { passed: 612, flaky: 2 }));
    expect([title, result]).toEqual([
      'main has been passing for 3 h',
      '612 tests passed or skipped, 2 flaky',
    ]);
  });

  it('tells a failure outside of tests from failed tests', () => {
    expect(sentence('.f', newest('failed')).result).toBe('It failed outside of its tests');
  });

  it('says that the newest execution was interrupted', () => {
    expect(sentence('..i', newest('interrupted')).title).toBe(
      'The newest execution of main was interrupted',
    );
  });

  it('says of an execution that does not show how the branch is doing how it ended', () => {
    const dirty = { ...newest('failed'), git: { dirty: true } };
    const { status, title } = sentence('', dirty);
    expect([status, title]).toEqual([
      'failed',
      'The newest execution of main failed, with uncommitted changes',
    ]);
  });

  it('does not count tests that did not finish as passed', () => {
    const { result } = sentence('i', newest('interrupted', { passed: 600, interrupted: 12 }));
    expect(result).toBe('600 tests passed or skipped, 12 did not finish');
  });

  it('says that the first execution is running', () => {
    const { status, title } = sentence('', newest('running'));
    expect([status, title]).toEqual(['running', 'main is running for the first time']);
  });
});

it.each<[string, Parameters<typeof suiteOf>[0], string | null]>([
  ['nothing of the only suite', { suites: [1, 1] }, null],
  ['the name', { suites: [2, 1], name: 'e2e' }, 'Playwright e2e, 1 of 2 suites failing'],
  ['the workflow', { suites: [3, 0], workflow: 'ci' }, 'Playwright ci, none of 3 suites failing'],
  ['no more than the framework', { suites: [2, 2] }, 'Playwright, 2 of 2 suites failing'],
])('says of several suites %s', (_what, facts, words) => {
  expect(formatSuite(suiteOf(facts))).toBe(words);
});

function suiteOf({
  suites: [total, failing],
  name = null,
  workflow,
}: {
  suites: [number, number];
  name?: string | null;
  workflow?: string;
}) {
  const execution = { framework: 'playwright', name, ci: { workflow } } as Branch['execution'];
  return { suites: { total, failing }, execution };
}
