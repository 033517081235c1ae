import { share } from '@svc/analysis/statistics/share';
import type { Metrics, MetricsQuery, PeriodFigures } from '@svc/contract/history/metrics';
import type { Scope } from '../../db/scope.ts';
import type { ExecutionsFilter } from '../../db/conditions/execution-conditions.ts';
import type { Deps } from '../../deps.ts';
import { readUsedSource } from '../../history/used-source.queries.ts';
import { computeWindowBefore, parseWindow, type Window } from '../../http/input/window.ts';
import { countFailingTests } from './failing-tests.queries.ts';
import { sumUpPeriod, type PeriodSums } from './metrics.queries.ts';

/**
 * The figures of a window, and of the window of equal length before it.
 * @throws SvcError BAD_REQUEST for an invalid window.
 * @see docs/read/definitions.md, "Rates and durations"
 */
export async function readMetrics(
  deps: Deps,
  scope: Scope,
  { from, to, ...asked }: MetricsQuery,
): Promise<Metrics> {
  const { shownTo, ...window } = parseWindow({ from, to }, deps.clock.now());
  const shown = { from: window.from, to: shownTo };
  const before = computeWindowBefore(shown);
  const counted = await readUsedSource(scope, { ...asked, ...window });
  const filters = { ...asked, ...counted.filter };
  const readPeriodFigures = async (filter: ExecutionsFilter) => {
    const [sums, failingTests] = await Promise.all([
      sumUpPeriod(scope, filter),
      countFailingTests(scope, filter),
    ]);
    return buildPeriodFigures(sums, failingTests);
  };
  const [current, previous] = await Promise.all([
    readPeriodFigures({ ...filters, ...window }),
    readPeriodFigures({ ...filters, ...before }),
  ]);
  return {
    period: toPeriod(shown),
    ...counted.answer,
    ...current,
    previous: { period: toPeriod(before), ...previous },
  };
}

function buildPeriodFigures(sums: PeriodSums, failingTests: number): Omit<PeriodFigures, 'period'> {
  const { executionsPassed, executionsFailed, passed, failed, flaky } = sums;
  return {
    executions: {
      total: sums.executions,
      passed: executionsPassed,
      failed: executionsFailed,
      interrupted: sums.executionsInterrupted,
      passRate: share(executionsPassed, executionsPassed + executionsFailed),
    },
    results: {
      total: sums.results,
      passed,
      failed,
      skipped: sums.skipped,
      flaky,
      passRate: share(passed, passed + failed),
      flakyRate: share(flaky, passed + failed),
    },
    failures: { executions: executionsFailed, results: failed, distinctTests: failingTests },
    duration: {
      executionAverageMs: sums.executionAverageMs,
      executionP50Ms: sums.executionP50Ms,
      executionP95Ms: sums.executionP95Ms,
      resultAverageMs: sums.resultAverageMs,
      totalMs: sums.totalMs,
    },
  };
}

function toPeriod({ from, to }: Window): PeriodFigures['period'] {
  return { from: from.toISOString(), to: to.toISOString() };
}
