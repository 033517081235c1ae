import type { TestRun } from '@svc/contract/history/tests';
import { describe, expect, it } from 'vitest';
import { noiseBand } from '../times/noise-band.ts';
import { recoveryOf } from '../recovery.ts';
import { isCounted, isEvent, runsOf } from './test-runs.ts';
import { newestSentence, stateWord } from '../test-sentence.ts';

function run(executionId: string, facts: Partial<TestRun> = {}): TestRun {
  return {
    resultId: `r${executionId}`,
    executionId,
    executionNumber: 1,
    at: '2026-11-20T00:00:00.000Z',
    commit: null,
    branch: 'main',
    environment: null,
    fromCi: true,
    partial: [],
    dirty: false,
    status: 'passed',
    flaky: false,
    fingerprint: null,
    classification: null,
    durationMs: 1,
    ...facts,
  };
}

describe('runsOf', () => {
  it('takes the worst of several results in one execution', () => {
    const runs = runsOf([
      run('a', { flaky: true }),
      run('b'),
      run('b', { status: 'timedOut', resultId: 'worst' }),
      run('b', { status: 'skipped' }),
    ]);
    expect(runs.map(({ outcome, resultId }) => [outcome, resultId])).toEqual([
      ['flaky', 'ra'],
      ['timedOut', 'worst'],
    ]);
    expect(runs.map(isEvent)).toEqual([true, true]);
  });

  it('counts neither skipped nor interrupted runs', () => {
    const [skipped, interrupted] = runsOf([
      run('a', { status: 'skipped' }),
      run('b', { status: 'interrupted' }),
    ]);
    expect([skipped, interrupted].map((one) => one !== undefined && isCounted(one))).toEqual([
      false,
      false,
    ]);
  });
});

describe('recoveryOf', () => {
  const history = runsOf(
    Array.from({ length: 6 }, (_, index) => run(`${index}`, { at: `2026-11-2${index}T00:00:00Z` })),
  );
  const facts = {
    state: 'flaky' as const,
    runs: 61,
    flakyRuns: 4,
    lastFlakyAt: '2026-11-22T00:00:00Z',
  };

  it('needs 3 / rate runs, the rate being that at the last flaky run', () => {
    // 3 × (61 − 3) / 4, rounded up.
    expect(recoveryOf(facts, history)).toEqual({ clean: 3, needed: 44 });
  });

  it('needs at least 10 and at most 150', () => {
    expect(recoveryOf({ ...facts, runs: 5 }, history)?.needed).toBe(10);
    expect(recoveryOf({ ...facts, runs: 900, flakyRuns: 1 }, history)?.needed).toBe(150);
  });

  it('is nothing for a test that is not flaky', () => {
    expect(recoveryOf({ ...facts, state: 'healthy' }, history)).toBeNull();
    expect(recoveryOf({ ...facts, lastFlakyAt: null }, history)).toBeNull();
  });
});

describe('noiseBand', () => {
  it('is the median ± 3 × MAD × 1.4826', () => {
    expect(noiseBand([100, 110, 120, 130, 900])).toEqual({
      lowMs: expect.closeTo(120 - 44.478, 3),
      medianMs: 120,
      highMs: expect.closeTo(120 + 44.478, 3),
    });
    expect(noiseBand([1, 2, 3, 4])).toBeNull();
    expect(noiseBand([1, 1, 1, 1, 1, 99])).toEqual({ lowMs: 1, medianMs: 1, highMs: 1 });
  });
});

describe('how the newest run ended', () => {
  const since = {
    kind: 'failing' as const,
    branch: 'main',
    confidence: 'high' as const,
    lastGood: null,
    isAtLeast: false,
    firstBad: { executionId: 'x', commit: 'a7696b8fffff', at: '2026-11-20T00:00:00Z' },
    goodAgain: null,
    author: null,
    badRuns: 2,
    runs: 2,
  };

  it('is named before the state', () => {
    expect(newestSentence({ outcome: 'failed', branch: 'main' }, since)).toBe(
      'Failing on main since a7696b8: 2 of 2 runs.',
    );
    expect(newestSentence(undefined, { ...since, isAtLeast: true })).toBe(
      'Failing on main, already in a7696b8: 2 of 2 runs.',
    );
    expect(newestSentence({ outcome: 'flaky', branch: 'dev' }, null)).toBe(
      'The newest run on dev passed on retry.',
    );
    expect(newestSentence(undefined, null)).toBe('It did not run in this window.');
  });

  it('is not failing where it passed, although the test is still broken', () => {
    const goodAgain = { executionId: 'y', commit: '13928bf00000', at: '2026-11-21T00:00:00Z' };
    const fixed = { ...since, goodAgain, badRuns: 6, runs: 7 };
    expect(newestSentence({ outcome: 'failed', branch: 'dev' }, fixed)).toBe(
      'Passes again on main since 13928bf; failed in 6 of 7 runs since a7696b8.',
    );
    expect(newestSentence(undefined, { ...fixed, branch: null, badRuns: 0, runs: 0 })).toBe(
      'Passes again since 13928bf; failed since a7696b8.',
    );
  });

  it('decides whether healthy is green', () => {
    expect(stateWord('healthy', 'passed').tone).toBe('t-pass');
    expect(stateWord('healthy', 'failed').tone).toBe('');
    expect(stateWord('unknown', 'passed').word).toBe('not enough runs');
  });
});
