/** How one test ended in one execution. */
export interface ComparedRun {
  /** Id of the test, equal in all executions: 32 hex digits. */
  testId: string;
  status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  /** Passed after a failed attempt. */
  flaky: boolean;
  /** Duration of the last attempt. */
  durationMs: number;
  file: string;
  variant: string | null;
}

/**
 * One run per test, by testId, in the order in which the tests first appear. If a test has several results (parts,
 * shards), the worst counts: failure (failed, timedOut) > interrupted > passed > skipped; among equals a flaky one,
 * then the longer duration, then the first. The run's duration is the longest of the results with the same ending.
 */
export function pickWorstRuns<Run extends ComparedRun>(runs: readonly Run[]): Map<string, Run> {
  const worst = new Map<string, Run>();
  // Longest durations of tests with several results. Results are compared by their own durations; the run shows the
  // longest.
  const longestMs = new Map<string, number>();
  for (const run of runs) {
    const known = worst.get(run.testId);
    if (known === undefined) {
      worst.set(run.testId, run);
      continue;
    }
    const longest = longestMs.get(run.testId) ?? known.durationMs;
    const byStatus = BADNESS[run.status] - BADNESS[known.status];
    if (byStatus === 0) longestMs.set(run.testId, Math.max(longest, run.durationMs));
    else if (byStatus > 0) longestMs.set(run.testId, run.durationMs);
    if (isWorse(run, known)) worst.set(run.testId, run);
  }
  for (const [testId, durationMs] of longestMs) {
    const run = worst.get(testId);
    if (run !== undefined && run.durationMs < durationMs) worst.set(testId, { ...run, durationMs });
  }
  return worst;
}

function isWorse(run: ComparedRun, than: ComparedRun): boolean {
  const byStatus = BADNESS[run.status] - BADNESS[than.status];
  if (byStatus !== 0) return byStatus > 0;
  if (run.flaky !== than.flaky) return run.flaky;
  return run.durationMs > than.durationMs;
}

const BADNESS = { skipped: 0, passed: 1, interrupted: 2, failed: 3, timedOut: 3 } as const;
