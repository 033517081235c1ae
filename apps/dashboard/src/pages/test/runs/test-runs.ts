import type { Outcome } from '@svc/contract/executions/outcomes';
import type { TestRun } from '@svc/contract/history/tests';
import { isFailure } from '@svc/contract/zod-free/is-failure';

/** A run of a test: its worst result in one execution. */
export interface RunOfTest extends TestRun {
  outcome: Outcome;
}

const WORST_FIRST: readonly Outcome[] = [
  'failed',
  'timedOut',
  'interrupted',
  'flaky',
  'passed',
  'skipped',
];

/** The runs of a history, newest first. Of several results in one execution the worst is the run. */
export function runsOf(history: readonly TestRun[]): RunOfTest[] {
  const runs = new Map<string, RunOfTest>();
  for (const result of history) {
    const run = { ...result, outcome: outcomeOf(result) };
    const known = runs.get(result.executionId);
    if (known === undefined || isWorse(run, known)) runs.set(result.executionId, run);
  }
  return [...runs.values()];
}

/** Whether the run is what a rate or a streak was made from: it failed or was flaky. */
export function isEvent({ outcome }: Pick<RunOfTest, 'outcome'>): boolean {
  return isFailure(outcome) || outcome === 'flaky';
}

/** Whether the run is in a denominator: it passed or failed. */
export function isCounted({ outcome }: Pick<RunOfTest, 'outcome'>): boolean {
  return outcome !== 'skipped' && outcome !== 'interrupted';
}

function outcomeOf({ status, flaky }: TestRun): Outcome {
  return flaky && status === 'passed' ? 'flaky' : status;
}

function isWorse(run: RunOfTest, other: RunOfTest): boolean {
  return WORST_FIRST.indexOf(run.outcome) < WORST_FIRST.indexOf(other.outcome);
}
