import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { Outcome } from '@svc/contract/executions/outcomes';
import type { Execution } from './attempts.ts';
import { isFailure, type Result } from './results.ts';

/** One test in one execution. */
export interface Run {
  execution: Execution;
  testId: string;
  results: Result[];
  /**
   * The worst result represents the run. Among equals, a flaky one comes first, then the longest. Its `durationMs` is
   * the longest of all results that ended the same way.
   */
  worst: Result;
  ended: 'failure' | 'interrupted' | 'passed' | 'skipped';
  /** It passed, and one of its results passed only on retry. */
  isFlaky: boolean;
  /** It passed or ended in failure. */
  isCounted: boolean;
  /** The total duration of all attempts except the last one of each result. */
  wastedMs: number;
}

const WORST_FIRST = ['failure', 'interrupted', 'passed', 'skipped'] as const;

/** Every test's run in every execution, the oldest execution first. */
export function runsOf(executions: readonly Execution[]): Run[] {
  return executions.toSorted(byTime).flatMap((execution) => {
    const testIds = [...new Set(execution.results.map((result) => result.testId))];
    return testIds.map((testId) => runOf(execution, testId));
  });
}

export function byTime(a: Execution, b: Execution): number {
  return a.startedAt - b.startedAt || a.arrival - b.arrival;
}

function runOf(execution: Execution, testId: string): Run {
  const results = execution.results.filter((result) => result.testId === testId);
  const ended = endOf(results);
  const endedSo = results.filter((result) => endingOf(result) === ended);
  const worst = endedSo.toSorted(
    (a, b) => Number(b.isFlaky) - Number(a.isFlaky) || b.durationMs - a.durationMs,
  )[0];
  if (ended === undefined || worst === undefined) throw new Error('a run has a result');
  return {
    execution,
    testId,
    results,
    worst: { ...worst, durationMs: Math.max(...endedSo.map((result) => result.durationMs)) },
    ended,
    isFlaky: ended === 'passed' && results.some((result) => result.isFlaky),
    isCounted: ended === 'passed' || ended === 'failure',
    wastedMs: results.reduce((sum, result) => sum + result.wastedMs, 0),
  };
}

/** The worst of the results; undefined without results. */
export function endOf(results: readonly Result[]): Run['ended'] | undefined {
  const endings = results.map(endingOf);
  return WORST_FIRST.find((ending) => endings.includes(ending));
}

function endingOf(result: Result): Run['ended'] {
  if (isFailure(result)) return 'failure';
  if (result.status === 'interrupted' || result.status === 'skipped') return result.status;
  return 'passed';
}

/** The run's status; failed takes precedence over timed out. */
export function statusOf({ ended, results, worst }: Run): ResultStatus {
  const hasFailed = results.some(({ status }) => status === 'failed');
  return ended === 'failure' && hasFailed ? 'failed' : worst.status;
}

/** The outcome as lists and strips show it. */
export function outcomeOf(run: Run): Outcome {
  return run.isFlaky ? 'flaky' : statusOf(run);
}

/** The durations of all results that were neither skipped nor interrupted. A test's mean is computed from them. */
export function countedDurations({ results }: Run): number[] {
  return results
    .filter(({ status }) => status !== 'skipped' && status !== 'interrupted')
    .map(({ durationMs }) => durationMs);
}
