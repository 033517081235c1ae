import type { TrendPoint, Trends } from '@svc/contract/history/trends';

const DAY_MS = 86_400_000;
const RESULTS_A_DAY = 4000;

/** Days up to 21 November 2026 in UTC, each with so many failed results of 4000; null: nothing ran. */
export function makeTrends(failedPerDay: readonly (number | null)[]): Trends {
  const last = Date.parse('2026-11-21T00:00:00.000Z');
  return {
    granularity: 'daily',
    timezone: 'UTC',
    source: 'ci',
    localProjects: [],
    points: failedPerDay.map((failed, index) => {
      const from = last - (failedPerDay.length - 1 - index) * DAY_MS;
      return makePoint(from, failed);
    }),
  };
}

function makePoint(from: number, failed: number | null): TrendPoint {
  const passed = failed === null ? 0 : RESULTS_A_DAY - failed;
  return {
    from: new Date(from).toISOString(),
    to: new Date(from + DAY_MS).toISOString(),
    executions: failed === null ? 0 : 4,
    executionsPassed: failed === 0 ? 4 : 0,
    executionsFailed: failed === null || failed === 0 ? 0 : 4,
    executionsInterrupted: 0,
    passed,
    failed: failed ?? 0,
    skipped: 0,
    flaky: failed === null ? 0 : 2,
    passRate: failed === null ? null : passed / RESULTS_A_DAY,
    executionAverageMs: failed === null ? null : 170_000,
    executionP50Ms: failed === null ? null : 168_000,
  };
}
