import { findLatestChangePoint } from '@svc/analysis/flakiness/change-point';
import type { HistoryRun } from '@svc/analysis/flakiness/test-state';
import type { PackedRun } from '../../history/packed-runs.ts';
import type { OlderEvidence } from './older-evidence.queries.ts';

/** After this many runs in a row without evidence and without a failure, older evidence may no longer count. */
export const QUIET_RUNS = 250;

type Run = Pick<PackedRun, 'failed' | 'evidence'> & Pick<HistoryRun, 'infrastructure'>;

/** Whether the run failed or was flaky. A failure of the infrastructure is no event of the test. */
export function isEvent({ failed, evidence, infrastructure }: Run): boolean {
  return !infrastructure && (failed || evidence !== null);
}

/** Finds the newest `QUIET_RUNS` or more quiet runs in a row. Returns the index of the first one, or null. */
export function findQuietStart(runs: readonly Run[]): number | null {
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
  const change = findLatestChangePoint(
    Array.from(runs, (run) => ({ unexpected: run === 'x', commit: null })),
  );
  return change !== null && change.index >= executions.length;
}

/** Whether only quiet runs come before this evidence. Then it does not decide whether older evidence counts. */
export function isAlone({ executions }: OlderEvidence): boolean {
  return executions.length === QUIET_RUNS && executions.indexOf('x') === executions.length - 1;
}
