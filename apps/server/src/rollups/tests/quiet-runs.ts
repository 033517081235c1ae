import type { TestHistory } from './test-histories.ts';

/**
 * So many runs in a row without evidence and without a failure end everything before them, in a history that is longer
 * than the runs that are read. A known flake recovers sooner: its rate is at least 1 %, and `3 / rate` runs are enough.
 */
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

/** The time of the newest evidence among these runs. */
export function newestEvidence(runs: readonly Run[]): number | null {
  return runs.findLast((run) => isEvent(run) && run.evidence !== null)?.at ?? null;
}

/** Whether quiet runs end everything before them, and the newest evidence before them is not among these runs. */
export function dependsOnOlderEvidence({
  runs,
  isWhole,
}: Pick<TestHistory, 'runs' | 'isWhole'>): boolean {
  const from = isWhole ? null : quietFrom(runs);
  return from !== null && newestEvidence(runs.slice(0, from)) === null;
}
