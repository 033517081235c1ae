import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { outcomesOf } from './outcomes-of.ts';
import { SEARCH_TEST } from './make-test-detail.ts';

/** A test that was flaky in 8 of 44 runs; `changes` replace whole fields. */
export function makeFlakyTest(changes: Partial<FlakyTest> = {}): FlakyTest {
  return {
    ...SEARCH_TEST,
    owner: null,
    runs: 44,
    passes: 41,
    failures: 3,
    flakyRuns: 8,
    flakinessRate: 8 / 44,
    confidence: { low: 0.095, high: 0.32 },
    score: 0.1041,
    impact: 61_000,
    state: 'flaky',
    since: null,
    lastFlakyAt: '2026-11-21T07:30:00.000Z',
    firstFlakyAt: '2026-11-08T09:30:00.000Z',
    averageDurationMs: 120,
    wastedMs: 250_000,
    recent: outcomesOf('ppfppxpppfpppppfpppp'),
    fingerprints: [],
    ...changes,
  };
}
