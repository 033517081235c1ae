import { latestChangePoint } from '@svc/analysis/change-point';
import type { OlderEvidence } from './older-evidence.queries.ts';
import type { TestHistory } from './test-histories.ts';

/** So many runs in a row without evidence and without a failure may end everything before them. */
export const QUIET_RUNS = 250;

type Run = TestHistory['runs'][number];

/** The run failed, or is a flaky one. A failure of the infrastructure says nothing about the test. */
export function isEvent({ failed, evidence, infrastructure }: Run): boolean {
  return !infrastructure && (failed || evidence !== null);
}

/** The index of the first of the newest quiet runs in a row, if they are enough; null otherwise. */
export function quietFrom(runs: readonly Run[]): number | null {
  let quiet = 0;
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index];
    if (run === undefined || isEvent(run)) {
      if (quiet >= QUIET_RUNS) return index + 1;
      quiet = 0;
    } else {
      quiet++;
    }
  }
  return quiet >= QUIET_RUNS ? 0 : null;
}

/**
 * Whether quiet runs after the evidence are a change for the better. A test that is flaky once in 300 runs has quiet
 * runs too, and all its evidence counts.
 */
export function endsWithQuietRuns({ executions }: OlderEvidence): boolean {
  const runs = `${executions}${'.'.repeat(QUIET_RUNS)}`;
  const change = latestChangePoint(
    Array.from(runs, (run) => ({ unexpected: run === 'x', commit: null })),
  );
  return change !== null && change.index >= executions.length;
}

/** Whether only quiet runs are before the evidence, so that older evidence is ended or counts regardless of it. */
export function isAlone({ executions }: OlderEvidence): boolean {
  return executions.length === QUIET_RUNS && executions.indexOf('x') === executions.length - 1;
}
