import type { PeriodFigures } from '@svc/contract/history/metrics';
import type { TrendPoint } from '@svc/contract/history/trends';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { isCounted, type ReportedExecution } from './reported-history.ts';

/** The sums that metrics report for these finished executions. */
export function figuresOf(executions: readonly ReportedExecution[]) {
  const runs = executions.flatMap((execution) => [...execution.runs.values()]);
  const failures = runs.filter(({ status }) => isFailure(status));
  const counted = runs.filter(isCounted);
  const passed = counted.length - failures.length;
  const flaky = runs.filter((run) => run.isFlaky).length;
  const ended = (status: string) => executions.filter((one) => one.status === status).length;
  return {
    executions: {
      total: executions.length,
      passed: ended('passed'),
      failed: ended('failed'),
      interrupted: ended('interrupted'),
      passRate: share(ended('passed'), ended('passed') + ended('failed')),
    },
    results: {
      total: runs.length,
      passed,
      failed: failures.length,
      skipped: runs.filter(({ status }) => status === 'skipped').length,
      flaky,
      passRate: share(passed, counted.length),
      flakyRate: share(flaky, counted.length),
    },
    failures: {
      executions: ended('failed'),
      results: failures.length,
      distinctTests: new Set(failures.map(({ testId }) => testId)).size,
    },
    duration: {
      executionAverageMs: mean(executions.map(({ wallTimeMs }) => wallTimeMs)),
      resultAverageMs: mean(counted.map(({ durationMs }) => durationMs)),
      totalMs: executions.reduce((sum, { wallTimeMs }) => sum + wallTimeMs, 0),
    },
  };
}

/** The same of what the server answered, without percentiles, which are no sums. */
export function sumsOf({ executions, results, failures, duration }: Omit<PeriodFigures, 'period'>) {
  const { executionAverageMs, resultAverageMs, totalMs } = duration;
  return {
    executions,
    results,
    failures,
    duration: { executionAverageMs, resultAverageMs, totalMs },
  };
}

/** A point of a trend as sums. */
export function pointOf(executions: readonly ReportedExecution[]) {
  const { executions: ended, results, duration } = figuresOf(executions);
  return {
    executions: ended.total,
    executionsPassed: ended.passed,
    executionsFailed: ended.failed,
    executionsInterrupted: ended.interrupted,
    passed: results.passed,
    failed: results.failed,
    skipped: results.skipped,
    flaky: results.flaky,
    passRate: results.passRate,
    executionAverageMs: duration.executionAverageMs,
  } satisfies Partial<TrendPoint>;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function mean(durations: readonly number[]): number | null {
  if (durations.length === 0) return null;
  return Math.round(durations.reduce((sum, one) => sum + one, 0) / durations.length);
}
