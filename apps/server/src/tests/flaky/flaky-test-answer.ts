import { computeFlakinessScore } from '@svc/analysis/flakiness/flakiness-score';
import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import type { DescribedTest } from '../../history/described-tests.queries.ts';
import type { StoredFingerprintCount } from '../../history/fingerprint-counts.queries.ts';
import type { NewestResult } from '../../history/newest-results.queries.ts';
import type { RecentRun } from '../../history/recent-runs.queries.ts';
import type { RankedTest } from './rank.ts';

/** A flaky test in the contract's shape. */
export function toFlakyTest(
  test: RankedTest,
  {
    description,
    result,
    confidence,
    recent,
    fingerprints,
  }: {
    description: DescribedTest;
    result: NewestResult | null;
    confidence: { low: number; high: number } | null;
    recent: readonly RecentRun[];
    fingerprints: readonly StoredFingerprintCount[];
  },
): FlakyTest {
  const { since } = description;
  return {
    testId: test.testId,
    title: description.titlePath.at(-1) ?? '',
    titlePath: description.titlePath,
    file: description.file,
    project: description.project,
    variant: description.variant,
    framework: result?.framework ?? test.framework,
    owner: result?.owner ?? null,
    runs: test.runs,
    passes: test.runs - test.failures,
    failures: test.failures,
    flakyRuns: test.flakyRuns,
    flakinessRate: test.flakinessRate,
    confidence: confidence ?? { low: 0, high: 1 },
    score: computeFlakinessScore(test.flakyRuns, test.runs),
    impact: test.impact,
    state: description.state,
    since: since === null ? null : { lastGood: since.lastGood, firstBad: since.firstBad },
    lastFlakyAt: test.lastFlakyAt.toISOString(),
    firstFlakyAt: test.firstFlakyAt.toISOString(),
    averageDurationMs: test.averageDurationMs,
    wastedMs: test.wastedMs,
    recent: recent.map((run) => run.outcome),
    fingerprints: fingerprints.map(({ firstSeenAt, lastSeenAt, ...one }) => ({
      ...one,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
}
