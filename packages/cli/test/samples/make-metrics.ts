import type { Metrics, PeriodFigures } from '@svc/contract/history/metrics';

/** A month with 148 executions, a little worse than the one before. */
export function makeMetrics(changes: Partial<Metrics> = {}): Metrics {
  return {
    period: { from: '2026-10-22T09:30:00.000Z', to: '2026-11-21T09:30:00.000Z' },
    source: 'ci',
    localProjects: [],
    executions: executionsOf({ passed: 129, failed: 17, interrupted: 2 }),
    results: resultsOf({ passed: 177_400, failed: 212, skipped: 580, flaky: 160 }),
    failures: { executions: 17, results: 212, distinctTests: 24 },
    duration: {
      executionAverageMs: 176_000,
      executionP50Ms: 151_000,
      executionP95Ms: 221_000,
      resultAverageMs: 118,
      totalMs: 26_048_000,
    },
    previous: {
      period: { from: '2026-09-22T09:30:00.000Z', to: '2026-10-22T09:30:00.000Z' },
      executions: executionsOf({ passed: 120, failed: 11, interrupted: 0 }),
      results: resultsOf({ passed: 157_000, failed: 164, skipped: 560, flaky: 190 }),
      failures: { executions: 11, results: 164, distinctTests: 24 },
      duration: {
        executionAverageMs: 171_000,
        executionP50Ms: 168_000,
        executionP95Ms: 214_000,
        resultAverageMs: 118,
        totalMs: 22_401_000,
      },
    },
    ...changes,
  };
}

/** A period in which nothing ran. */
export function makeNoFigures(): PeriodFigures {
  return {
    period: { from: '2026-10-22T09:30:00.000Z', to: '2026-11-21T09:30:00.000Z' },
    executions: executionsOf({ passed: 0, failed: 0, interrupted: 0 }),
    results: resultsOf({ passed: 0, failed: 0, skipped: 0, flaky: 0 }),
    failures: { executions: 0, results: 0, distinctTests: 0 },
    duration: {
      executionAverageMs: null,
      executionP50Ms: null,
      executionP95Ms: null,
      resultAverageMs: null,
      totalMs: 0,
    },
  };
}

function executionsOf(
  counts: Pick<PeriodFigures['executions'], 'passed' | 'failed' | 'interrupted'>,
): PeriodFigures['executions'] {
  const { passed, failed, interrupted } = counts;
  return {
    ...counts,
    total: passed + failed + interrupted,
    passRate: rateOf(passed, passed + failed),
  };
}

function resultsOf(
  counts: Pick<PeriodFigures['results'], 'passed' | 'failed' | 'skipped' | 'flaky'>,
): PeriodFigures['results'] {
  const { passed, failed, skipped, flaky } = counts;
  return {
    ...counts,
    total: passed + failed + skipped,
    passRate: rateOf(passed, passed + failed),
    flakyRate: rateOf(flaky, passed + failed),
  };
}

function rateOf(count: number, all: number): number | null {
  return all === 0 ? null : count / all;
}
