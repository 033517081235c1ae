import type { Metrics, PeriodFigures } from '@svc/contract/history/metrics';
import { countedOf, isAskedFor, type Asked } from '../asked.ts';
import type { Execution } from '../attempts.ts';
import { isFailure } from '../results.ts';
import { meanMs, percentileMs, share, sum } from '../statistics.ts';

/** The answer of GET /api/metrics. */
export function referenceMetrics(executions: readonly Execution[], question: Asked): Metrics {
  const counted = countedOf(executions, question);
  const asked = { ...question, ...counted.filter };
  const before = { ...asked, from: asked.from - (asked.to - asked.from), to: asked.from };
  return {
    ...figuresOf(executions, asked),
    ...counted.answer,
    previous: figuresOf(executions, before),
  };
}

function figuresOf(all: readonly Execution[], asked: Asked): PeriodFigures {
  const executions = all.filter(isAskedFor(asked));
  const ended = (status: string) => executions.filter((one) => one.status === status).length;
  const results = executions.flatMap((execution) => execution.results);
  const failures = results.filter(isFailure);
  const passes = results.filter((result) => result.status === 'passed');
  const flaky = results.filter((result) => result.isFlaky);
  const wallTimes = executions.filter((one) => one.status !== 'running').map(wallTimeMs);
  const counted = passes.length + failures.length;
  return {
    period: {
      from: new Date(asked.from).toISOString(),
      to: new Date(asked.to).toISOString(),
    },
    executions: {
      total: executions.length,
      passed: ended('passed'),
      failed: ended('failed'),
      interrupted: ended('interrupted'),
      passRate: share(ended('passed'), ended('passed') + ended('failed')),
    },
    results: {
      total: results.length,
      passed: passes.length,
      failed: failures.length,
      skipped: results.filter((result) => result.status === 'skipped').length,
      flaky: flaky.length,
      passRate: share(passes.length, counted),
      flakyRate: share(flaky.length, counted),
    },
    failures: {
      executions: ended('failed'),
      results: failures.length,
      distinctTests: new Set(failures.map((result) => result.testId)).size,
    },
    duration: {
      executionAverageMs: meanMs(wallTimes),
      executionP50Ms: percentileMs(wallTimes, 0.5),
      executionP95Ms: percentileMs(wallTimes, 0.95),
      resultAverageMs: meanMs([...passes, ...failures].map((result) => result.durationMs)),
      totalMs: sum(wallTimes),
    },
  };
}

export function wallTimeMs({ startedAt, endedAt }: Execution): number {
  return endedAt - startedAt;
}
