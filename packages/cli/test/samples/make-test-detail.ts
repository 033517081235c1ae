import type { Outcome } from '@svc/contract/executions/outcomes';
import type { TestDetail, TestRun, TestSummary } from '@svc/contract/history/tests';
import { outcomesOf } from './outcomes-of.ts';

const HOUR_MS = 3_600_000;
const NEWEST = Date.parse('2026-11-21T08:30:00.000Z');

/** A flaky test with 44 runs; `changes` replace whole fields. */
export function makeTestDetail(changes: Partial<TestDetail> = {}): TestDetail {
  const { recent, ...summary } = makeTestSummary();
  return {
    ...summary,
    recent,
    source: 'ci',
    localProjects: [],
    durations: {
      p50Ms: 120,
      p95Ms: 340,
      points: [110, 120, 118, 340, 121, 119, 122, 240, 118].map((durationMs, index) => ({
        executionId: '0193a1b2-0000-7000-8000-000000000001',
        at: new Date(NEWEST - (9 - index) * HOUR_MS).toISOString(),
        durationMs,
        status: 'passed',
      })),
    },
    history: { items: [makeRun(815), makeRun(814, { flaky: true })], nextCursor: null },
    fingerprints: [
      {
        fingerprint: 'fp2:6be1aa00aa00aa00aa00aa00aa00aa00',
        pattern: 'AssertionError: expected <number> to be <number>',
        count: 11,
        firstSeenAt: '2026-11-08T09:30:00.000Z',
        lastSeenAt: '2026-11-21T07:30:00.000Z',
      },
    ],
    ...changes,
  };
}

/** The same test as lists have it. */
export function makeTestSummary(changes: Partial<TestSummary> = {}): TestSummary {
  return {
    ...SEARCH_TEST,
    owner: '@example/search',
    tags: ['slow'],
    state: 'flaky',
    firstSeenAt: '2026-03-02T09:30:00.000Z',
    lastSeenAt: '2026-11-21T08:30:00.000Z',
    lastStatus: 'passed',
    runs: 44,
    failures: 3,
    flakyRuns: 8,
    averageDurationMs: 140,
    recent: recentOf(outcomesOf('ppfppxpppfpppppfpppp')),
    since: {
      kind: 'flaky',
      branch: 'main',
      confidence: 'high',
      author: 'Alan Ejemplo',
      badRuns: 8,
      runs: 30,
      lastGood: commitPoint('a07be551c9f2', 14 * 24),
      firstBad: commitPoint('3f9c1abbb551', 13 * 24),
      goodAgain: null,
      isAtLeast: false,
    },
    ...changes,
  };
}

/** One run of it. */
export function makeRun(executionNumber: number, changes: Partial<TestRun> = {}): TestRun {
  return {
    resultId: '0193a1b2-0000-7000-8000-000000000003',
    executionId: '0193a1b2-0000-7000-8000-000000000001',
    executionNumber,
    at: new Date(NEWEST - (815 - executionNumber) * HOUR_MS).toISOString(),
    commit: '77e0a1c5d9f2b34d5566778899aabbccddeeff00',
    branch: 'fix-the-discount-of-carts',
    environment: 'ci',
    fromCi: true,
    partial: [],
    dirty: false,
    status: 'passed',
    flaky: false,
    fingerprint: null,
    classification: null,
    durationMs: 118,
    ...changes,
  };
}

function recentOf(outcomes: readonly Outcome[]): TestSummary['recent'] {
  return outcomes.map((outcome, index) => ({
    outcome,
    executionId: '0193a1b2-0000-7000-8000-000000000001',
    commit: null,
    at: new Date(NEWEST - (outcomes.length - 1 - index) * HOUR_MS).toISOString(),
  }));
}

function commitPoint(commit: string, hoursAgo: number) {
  return {
    executionId: '0193a1b2-0000-7000-8000-000000000001',
    commit,
    at: new Date(NEWEST - hoursAgo * HOUR_MS).toISOString(),
  };
}

/** The fields of the sample test that every list has. */
export const SEARCH_TEST = {
  testId: '0123456789abcdef0123456789abcdef',
  title: 'suggests as you type',
  titlePath: ['search', 'suggests as you type'],
  file: 'src/search.test.ts',
  project: 'web',
  variant: null,
  framework: 'vitest',
};
