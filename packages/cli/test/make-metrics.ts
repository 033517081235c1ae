import type { Metrics, PeriodFigures } from '@svc/contract/metrics';

/** A month with 148 executions, a little worse than the one before. */
export function makeMetrics(changes: Partial<Metrics> = {}): Metrics {
  return {
    ...makeFigures(),
    previous: {
      ...makeFigures(),
      period: { from: '2026-09-22T09:30:00.000Z', to: '2026-10-22T09:30:00.000Z' },
      executions: { total: 131, passed: 120, failed: 11, interrupted: 0, passRate: 120 / 131 },
      results: {
        total: 157_724,
        passed: 157_000,
        failed: 164,
        skipped: 560,
        flaky: 190,
        passRate: 157_000 / 157_164,
        flakyRate: 190 / 157_164,
      },
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

function makeFigures(): PeriodFigures {
  return {
    period: { from: '2026-10-22T09:30:00.000Z', to: '2026-11-21T09:30:00.000Z' },
    executions: { total: 148, passed: 129, failed: 17, interrupted: 2, passRate: 129 / 146 },
    results: {
      total: 178_192,
      passed: 177_400,
      failed: 212,
      skipped: 580,
      flaky: 160,
      passRate: 177_400 / 177_612,
      flakyRate: 160 / 177_612,
    },
    failures: { executions: 17, results: 212, distinctTests: 24 },
    duration: {
      executionAverageMs: 176_000,
      executionP50Ms: 151_000,
      executionP95Ms: 221_000,
      resultAverageMs: 118,
      totalMs: 26_048_000,
    },
  };
}

/** A period in which nothing ran. */
export function makeNoFigures(): PeriodFigures {
  return {
    period: { from: '2026-10-22T09:30:00.000Z', to: '2026-11-21T09:30:00.000Z' },
    executions: { total: 0, passed: 0, failed: 0, interrupted: 0, passRate: null },
    results: {
      total: 0,
      passed: 0,
      failed: 0,
      skipped: 0,
      flaky: 0,
      passRate: null,
      flakyRate: null,
    },
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
