import type { ExecutionTotals } from '@svc/contract/executions/executions';

/** How many results an execution has of each status, and how many of them carried parts have. */
export interface StoredCounts {
  passed: number;
  failed: number;
  timedOut: number;
  skipped: number;
  interrupted: number;
  flaky: number;
  carriedPassed: number;
  carriedSkipped: number;
  carriedFlaky: number;
}

/** The totals of an execution, with the results of carried parts. */
export function computeExecutionTotals(counts: StoredCounts): ExecutionTotals {
  const { failed, timedOut, interrupted } = counts;
  const passed = counts.passed + counts.carriedPassed;
  const skipped = counts.skipped + counts.carriedSkipped;
  return {
    tests: passed + failed + timedOut + skipped + interrupted,
    passed,
    failed,
    skipped,
    flaky: counts.flaky + counts.carriedFlaky,
    timedOut,
    interrupted,
  };
}
