/** One counted run in a test's history: an execution in which it passed or failed. */
export interface HistoryRun {
  /** Start of the execution, milliseconds since 1970. */
  at: number;
  executionId: string;
  /** Null if the execution reported none; such a run counts as its own commit. */
  commit: string | null;
  /** `failed` is failed or timedOut; a run that passed on retry is `passed` with the evidence `retry`. */
  outcome: 'passed' | 'failed';
  /** Why it is a flaky run. A contradiction is a failure although the same commit passed elsewhere. */
  evidence: 'retry' | 'contradiction' | null;
  onDefaultBranch: boolean;
  /** The execution failed because of its machine: at least 20 tests ran, and at least 80 % of them failed. */
  infrastructure: boolean;
}

/** A failure without a contradiction, which would make it a flaky run. */
export function isPlainFailure(run: HistoryRun): boolean {
  return run.outcome === 'failed' && run.evidence === null;
}

/** Whether the first attempt failed: a failure of any kind, or flaky. */
export function isUnexpected(run: HistoryRun): boolean {
  return run.outcome === 'failed' || run.evidence !== null;
}
